/**
 * Fundamental diagram: pairs of density and speed → mean speed and specific flow per bin of density.
 *
 * Bins are equally wide, from 0 on; the width of 0.5 per m² is that of the tables it is compared with (docs/validation.md).
 * Specific flow is the mean of density times speed over the samples, not the product of means. Samples beyond the last
 * bin go into it, so that none is lost; what is no number, or negative, is left out and counted.
 */
import { InputError } from '../core/errors.ts';
import { addNumber, createRunning, deviationOf, type Running } from './statistics.ts';

export interface FundamentalDiagram {
  /** Persons per m². */
  width: number;
  density: Running[];
  speed: Running[];
  flow: Running[];
  /** Samples that were none. */
  rejected: number;
}

export interface DiagramRow {
  /** Persons per m²: the bin. */
  from: number;
  to: number;
  samples: number;
  /** Means over the samples of the bin; NaN without any. */
  density: number;
  speed: number;
  /** Of the speeds; 0 for fewer than two. */
  deviation: number;
  /** Persons per metre and second. */
  flow: number;
}

export function createFundamentalDiagram(width = 0.5, bins = 16): FundamentalDiagram {
  if (!(width > 0 && Number.isFinite(width))) {
    throw new InputError('fundamental diagram', `bins of width ${width}`, 'give a positive density');
  }
  if (!(Number.isInteger(bins) && bins >= 1 && bins <= 10_000)) {
    throw new InputError('fundamental diagram', `${bins} bins`, 'give a whole number from 1 to 10000');
  }
  const each = () => Array.from({ length: bins }, createRunning);
  return { width, density: each(), speed: each(), flow: each(), rejected: 0 };
}

export function addSample(diagram: FundamentalDiagram, density: number, speed: number): void {
  if (!(density >= 0 && speed >= 0 && Number.isFinite(density) && Number.isFinite(speed))) {
    diagram.rejected++;
    return;
  }
  const bin = Math.min(diagram.density.length - 1, Math.floor(density / diagram.width));
  addNumber(diagram.density[bin], density);
  addNumber(diagram.speed[bin], speed);
  addNumber(diagram.flow[bin], density * speed);
}

export function diagramRows(diagram: FundamentalDiagram): DiagramRow[] {
  const meanOf = (running: Running) => (running.count > 0 ? running.mean : Number.NaN);
  return diagram.density.map((density, bin) => ({
    from: bin * diagram.width,
    to: (bin + 1) * diagram.width,
    samples: density.count,
    density: meanOf(density),
    speed: meanOf(diagram.speed[bin]),
    deviation: deviationOf(diagram.speed[bin]),
    flow: meanOf(diagram.flow[bin]),
  }));
}
