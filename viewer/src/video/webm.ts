/**
 * Encoded pictures → a WebM file: one video track, a cluster from every key picture on, the duration, and cues that say where each cluster
 * begins, so that the file can be scrubbed. Cues and duration come before the pictures, which are kept as Blobs meanwhile: a browser may
 * put those on disk, so that a long video takes little memory. After the Matroska and EBML standards, RFC 9559 and RFC 8794.
 */

export interface WebmTrack {
  codec: 'V_VP8' | 'V_VP9';
  /** Pixels. */
  width: number;
  height: number;
  framesPerSecond: number;
  /** As the encoder names it; what is left out players guess. */
  colours?: VideoColorSpaceInit | undefined;
}

export interface WebmFile {
  /**
   * The next picture. The first one must be a key picture: one that needs no other.
   * @param milliseconds since the video's start, ascending
   */
  add: (picture: Uint8Array<ArrayBuffer>, milliseconds: number, isKey: boolean) => void;
  /** @param milliseconds of the whole video */
  finish: (milliseconds: number) => Blob;
}

const EBML = 0x1a45dfa3;
const SEGMENT = 0x18538067;
const INFO = 0x1549a966;
const TRACKS = 0x1654ae6b;
const CUES = 0x1c53bb6b;
const CLUSTER = 0x1f43b675;
const SIMPLE_BLOCK = 0xa3;

/** Nanoseconds of a tick: times are whole milliseconds. */
const TICK = 1_000_000;
/** Times in a cluster are 16 bits. */
const LONGEST_CLUSTER = 30_000;

/** As ISO 23091-2 numbers what VideoColorSpace names. */
const MATRICES: Record<string, number> = { rgb: 0, bt709: 1, bt470bg: 5, smpte170m: 6, 'bt2020-ncl': 9 };
const TRANSFERS: Record<string, number> = { bt709: 1, smpte170m: 6, linear: 8, 'iec61966-2-1': 13, pq: 16, hlg: 18 };
const PRIMARIES: Record<string, number> = { bt709: 1, bt470bg: 5, smpte170m: 6, bt2020: 9, smpte432: 12 };

type Bytes = Uint8Array<ArrayBuffer>;

export function createWebm(track: WebmTrack): WebmFile {
  const clusters: { begin: number; bytes: number; blob: Blob }[] = [];
  let begin = 0;
  let blocks: Bytes[] = [];
  let before = -1;

  /** What has come of a cluster leaves our memory. */
  function close(): void {
    if (blocks.length === 0) return;
    const time = whole(0xe7, begin);
    const content = blocks.reduce((sum, { length }) => sum + length, time.length);
    const head = join([idOf(CLUSTER), sizeOf(content), time]);
    const blob = new Blob([head, ...blocks]);
    clusters.push({ begin, bytes: blob.size, blob });
    blocks = [];
  }

  return {
    add: (picture, milliseconds, isKey) => {
      const time = Math.round(milliseconds);
      if (before < 0 && !isKey) throw new Error('the first picture of a video must be a key picture');
      if (!(time > before))
        throw new Error(`pictures of a video must follow each other, but ${time} ms came after ${before} ms`);
      before = time;
      if (isKey || time - begin > LONGEST_CLUSTER) close();
      if (blocks.length === 0) begin = time;
      const after = time - begin;
      // Of track 1, so many ticks after the cluster's, and whether it is a key picture.
      const head = [0x81, after >> 8, after & 0xff, isKey ? 0x80 : 0];
      const size = sizeOf(head.length + picture.length);
      blocks.push(join([idOf(SIMPLE_BLOCK), size, Uint8Array.from(head)]), picture);
    },
    finish: (milliseconds) => {
      close();
      const info = element(INFO, [
        whole(0x2ad7b1, TICK),
        real(0x4489, milliseconds),
        text(0x4d80, 'Foulée'),
        text(0x5741, 'Foulée'),
      ]);
      const tracks = element(TRACKS, [trackEntry(track)]);
      // Places take eight bytes whatever they are, so that it is known how long all this is before it is known what is in it.
      const cuesLength = cuesOf(clusters, 0).length;
      const seekLength = seekHeadOf(0, 0, 0).length;
      const first = seekLength + info.length + tracks.length + cuesLength;
      const seekHead = seekHeadOf(seekLength, seekLength + info.length, first - cuesLength);
      const head = [seekHead, info, tracks, cuesOf(clusters, first)];
      const content = clusters.reduce((sum, { bytes }) => sum + bytes, first);
      const start = join([headOfFile(), idOf(SEGMENT), sizeOf(content), ...head]);
      return new Blob([start, ...clusters.map(({ blob }) => blob)], { type: 'video/webm' });
    },
  };
}

function headOfFile(): Bytes {
  return element(EBML, [
    whole(0x4286, 1),
    whole(0x42f7, 1),
    whole(0x42f2, 4),
    whole(0x42f3, 8),
    text(0x4282, 'webm'),
    whole(0x4287, 4),
    whole(0x4285, 2),
  ]);
}

function trackEntry({ codec, width, height, framesPerSecond, colours }: WebmTrack): Bytes {
  const video = [whole(0xb0, width), whole(0xba, height)];
  const named = [
    [0x55b1, MATRICES[colours?.matrix ?? '']],
    [0x55b9, colours?.fullRange === undefined || colours.fullRange === null ? undefined : colours.fullRange ? 2 : 1],
    [0x55ba, TRANSFERS[colours?.transfer ?? '']],
    [0x55bb, PRIMARIES[colours?.primaries ?? '']],
  ] as const;
  const known = named.flatMap(([id, value]) => (value === undefined ? [] : whole(id, value)));
  if (known.length > 0) video.push(element(0x55b0, known));
  return element(0xae, [
    // Number, unique number, video, one picture a block.
    whole(0xd7, 1),
    whole(0x73c5, 1),
    whole(0x83, 1),
    whole(0x9c, 0),
    text(0x86, codec),
    whole(0x23e383, Math.round(1e9 / framesPerSecond)),
    element(0xe0, video),
  ]);
}

/** Where things are, from the first byte of what the segment holds. */
function seekHeadOf(info: number, tracks: number, cues: number): Bytes {
  const seek = (id: number, at: number) => element(0x4dbb, [element(0x53ab, [idOf(id)]), place(0x53ac, at)]);
  return element(0x114d9b74, [seek(INFO, info), seek(TRACKS, tracks), seek(CUES, cues)]);
}

/** @param first where the first cluster is */
function cuesOf(clusters: readonly { begin: number; bytes: number }[], first: number): Bytes {
  let at = first;
  const points = clusters.map(({ begin, bytes }) => {
    const point = element(0xbb, [whole(0xb3, begin), element(0xb7, [whole(0xf7, 1), place(0xf1, at)])]);
    at += bytes;
    return point;
  });
  return element(CUES, points);
}

// Elements: a name, the length of what follows, what follows.

function element(id: number, content: readonly Bytes[]): Bytes {
  const inside = join(content);
  return join([idOf(id), sizeOf(inside.length), inside]);
}

/** Names come with the mark of their length in them. */
function idOf(id: number): Bytes {
  return shortest(id);
}

/** Seven bits a byte, of which the first tells by its leading zeros how many follow; all ones would mean "unknown". */
function sizeOf(length: number): Bytes {
  let count = 1;
  while (length >= 2 ** (7 * count) - 1) count++;
  const bytes = eight(length).slice(8 - count);
  bytes[0] |= 0x80 >> (count - 1);
  return bytes;
}

const whole = (id: number, value: number) => element(id, [shortest(value)]);
const place = (id: number, value: number) => element(id, [eight(value)]);
const text = (id: number, value: string) => element(id, [new TextEncoder().encode(value)]);

function real(id: number, value: number): Bytes {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, value);
  return element(id, [bytes]);
}

function eight(value: number): Bytes {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value));
  return bytes;
}

function shortest(value: number): Bytes {
  const bytes = eight(value);
  const first = bytes.findIndex((byte) => byte !== 0);
  return bytes.slice(first < 0 ? 7 : first);
}

function join(parts: readonly Bytes[]): Bytes {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
