/** The walker models there are, by name: threads and scenarios know a model only by its name. */
import { InputError } from '../core/errors.ts';
import type { WalkerModel } from './model.ts';
import { REACTIVE } from './reactive/reactive.ts';
import { STREAM } from './stream/stream.ts';

export const MODELS: readonly WalkerModel[] = [REACTIVE, STREAM];

export const MODEL_NAMES: readonly string[] = MODELS.map(({ name }) => name);

export function modelNamed(name: string, models: readonly WalkerModel[] = MODELS): WalkerModel {
  const model = models.find((known) => known.name === name);
  if (model !== undefined) return model;
  const known = models.map((other) => other.name).join(', ');
  throw new InputError('model', `there is no walker model "${name}"`, `choose one of: ${known}`);
}
