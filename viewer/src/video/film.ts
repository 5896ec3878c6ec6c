/**
 * A stretch of a run → a video file: pictures at exact times, taken one after the other, encoded by the browser (WebCodecs, as VP9 or
 * else VP8) and put together by webm.ts. Only a few pictures are under way at a time, and between two of them the page has its turn.
 */
import { createWebm, type WebmFile, type WebmTrack } from './webm.ts';

export interface FilmPlan {
  /** Simulated seconds; the picture of the last one is not in it, as the first one of what would come next. */
  from: number;
  to: number;
  /** Simulated seconds a second of video. */
  speed: number;
  framesPerSecond: number;
  /** Pixels. */
  width: number;
  height: number;
}

/** Seconds between two key pictures: where a player can jump to. */
const KEYS = 2;
/** Pictures given to the encoder that it has not begun with. */
const UNDER_WAY = 4;
/** Bits for a pixel: plain colours and thin people, sharp. */
const BITS = 0.12;
/** Milliseconds until the encoder is asked again how far it is, should it not say so by itself. */
const ASK_AGAIN = 200;

/** What VP9 calls its levels: pixels of a picture, and of a second, up to which one goes. */
const LEVELS: readonly [level: number, picture: number, second: number][] = [
  [30, 552_960, 20_736_000],
  [31, 983_040, 36_864_000],
  [40, 2_228_224, 83_558_400],
  [41, 2_228_224, 160_432_128],
  [50, 8_912_896, 311_951_360],
  [51, 8_912_896, 588_251_136],
];

export const NO_ENCODER = {
  where: 'This browser',
  what: 'cannot make videos: it has no video encoder for pages (WebCodecs), or keeps it from pages of other machines without https',
  remedy:
    'use Chrome or Edge from version 94 on, Firefox from 130 on (not on phones), or Safari from 16.4 on, with the page on this machine or over https',
};

export const canFilm = (): boolean => typeof VideoEncoder === 'function' && typeof VideoFrame === 'function';

export function pictureCount({ from, to, speed, framesPerSecond }: FilmPlan): number {
  return Math.max(1, Math.round(((to - from) / speed) * framesPerSecond));
}

/** The simulated second of a picture. */
export function timeOfPicture({ from, to, speed, framesPerSecond }: FilmPlan, k: number): number {
  return Math.min(to, from + (k * speed) / framesPerSecond);
}

/** Bits a second. */
export function bitrateOf({ width, height, framesPerSecond }: FilmPlan): number {
  // Twice as many pictures differ by half as much.
  return Math.round(BITS * width * height * 30 * Math.sqrt(framesPerSecond / 30));
}

interface Coding {
  config: VideoEncoderConfig;
  name: WebmTrack['codec'];
}

/** Ways to encode it, the best one first. */
export function codingsFor(plan: FilmPlan): Coding[] {
  const { width, height, framesPerSecond } = plan;
  const pixels = width * height;
  const level = LEVELS.find(([, most, second]) => pixels <= most && pixels * framesPerSecond <= second)?.[0] ?? 52;
  const common = { width, height, bitrate: bitrateOf(plan), framerate: framesPerSecond };
  const ways: readonly [codec: string, name: WebmTrack['codec']][] = [
    [`vp09.00.${level}.08`, 'V_VP9'],
    ['vp8', 'V_VP8'],
  ];
  return ways.map(([codec, name]) => ({
    config: { ...common, codec, latencyMode: 'quality', bitrateMode: 'variable' },
    name,
  }));
}

async function chooseCoding(plan: FilmPlan): Promise<Coding> {
  for (const coding of codingsFor(plan)) {
    const { supported } = await VideoEncoder.isConfigSupported(coding.config).catch(() => ({ supported: false }));
    if (supported === true) return coding;
  }
  throw new Error(
    `this browser encodes neither VP9 nor VP8 of ${plan.width} × ${plan.height} pixels; choose a smaller size`,
  );
}

/**
 * @param take draws the picture of a simulated second; it is read before the next one is asked for
 * @param progress told after each picture: how many there are
 * @throws what the encoder says, or the signal's reason
 */
export async function film(
  plan: FilmPlan,
  take: (time: number) => Promise<HTMLCanvasElement>,
  progress: (done: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const { config, name } = await chooseCoding(plan);
  signal.throwIfAborted();
  const { width, height, framesPerSecond } = plan;
  let file: WebmFile | undefined;
  let failed: unknown;
  const encoder = new VideoEncoder({
    output: (chunk, metadata) => {
      const colours = metadata?.decoderConfig?.colorSpace;
      file ??= createWebm({ codec: name, width, height, framesPerSecond, colours });
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      file.add(bytes, chunk.timestamp / 1000, chunk.type === 'key');
    },
    error: (error) => {
      failed = error;
    },
  });
  const giveUp = () => {
    if (failed !== undefined) throw failed;
    signal.throwIfAborted();
  };
  try {
    encoder.configure(config);
    const count = pictureCount(plan);
    const everyKey = Math.max(1, Math.round(KEYS * framesPerSecond));
    for (let k = 0; k < count; k++) {
      const canvas = await take(timeOfPicture(plan, k));
      giveUp();
      const timestamp = Math.round((1e6 * k) / framesPerSecond);
      const picture = new VideoFrame(canvas, { timestamp, duration: Math.round(1e6 / framesPerSecond) });
      encoder.encode(picture, { keyFrame: k % everyKey === 0 });
      picture.close();
      progress(k + 1);
      await turn();
      while (encoder.encodeQueueSize > UNDER_WAY && encoder.state === 'configured') await someProgress(encoder, signal);
      giveUp();
    }
    await encoder.flush();
    giveUp();
    return file!.finish((1000 * count) / framesPerSecond);
  } catch (error) {
    // What the encoder says tells more than that it is closed.
    throw failed ?? error;
  } finally {
    if (encoder.state !== 'closed') encoder.close();
  }
}

/** The page has its turn: what was clicked, and its own pictures. Timers would be slowed down in a tab behind another. */
function turn(): Promise<void> {
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      done();
    });
    port1.start();
    port2.postMessage(undefined);
  });
}

function someProgress(encoder: VideoEncoder, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      encoder.removeEventListener('dequeue', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ASK_AGAIN);
    encoder.addEventListener('dequeue', done);
    signal.addEventListener('abort', done);
  });
}
