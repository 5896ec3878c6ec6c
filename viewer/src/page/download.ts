/** Files out of the page: through a link made on the fly. Nothing leaves the machine. */
import { type Plot, plotToSvg } from '@foulee/formats';

/** "Bottleneck of 1.0 m", "line 1.csv" → "bottleneck-of-1.0-m-line-1.csv". */
export function fileNameOf(...parts: string[]): string {
  const name = parts
    .join(' ')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}.]+|\.{2,}/gu, '-')
    .replaceAll(/-{2,}/g, '-')
    .replaceAll(/^[-.]+|-+$|-(?=\.)/gu, '');
  return name === '' ? 'foulee' : name.slice(-120);
}

export function download(content: Blob | string, fileName: string): void {
  const blob = typeof content === 'string' ? new Blob([content], { type: 'text/csv;charset=utf-8' }) : content;
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  document.body.append(link);
  link.click();
  link.remove();
  // Some browsers read it only after the click is over.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** The picture as it is on the canvas now. */
export async function pictureOfCanvas(canvas: HTMLCanvasElement): Promise<Blob> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob === null) throw new Error('the browser did not give a picture of the scene');
  return blob;
}

/** Pixels of the picture for one of the plot: sharp in print. */
const SHARPNESS = 2;

export async function pictureOfPlot(plot: Plot): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([plotToSvg(plot)], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = SHARPNESS * image.naturalWidth;
    canvas.height = SHARPNESS * image.naturalHeight;
    canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await pictureOfCanvas(canvas);
  } finally {
    URL.revokeObjectURL(url);
  }
}
