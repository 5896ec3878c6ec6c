/**
 * The sheet in which scale and threshold of a picture are chosen, before it is opened or while it is open. What is chosen is kept in the
 * scenario as options of its file, as those of other formats are (panels/ReadingOptions.svelte).
 */
import type { PicturePreview, PictureSettings } from '../protocol/picture-preview.ts';
import type { HeldFile, Trouble } from '../protocol/protocol.ts';
import { USUAL_PICTURE } from '../protocol/picture-preview.ts';
import { troubleOf } from './playback.svelte.ts';
import { StoppedError } from './session.ts';

export class ImportPicture {
  readonly #read: (file: HeldFile) => Promise<PicturePreview>;
  /** What is looked at; undefined: the sheet is closed. */
  file = $state.raw<HeldFile>();
  /** undefined: it is still read, or could not be. */
  preview = $state.raw<PicturePreview>();
  trouble = $state.raw<Trouble>();
  settings = $state<PictureSettings>({ ...USUAL_PICTURE });
  /** Is its place open already? */
  isOpen = $state(false);
  #answer: ((settings: PictureSettings | undefined) => void) | undefined;

  constructor(read: (file: HeldFile) => Promise<PicturePreview>) {
    this.#read = read;
  }

  /** @returns what was chosen; undefined: it was cancelled */
  ask(file: HeldFile, settings: PictureSettings, isOpen: boolean): Promise<PictureSettings | undefined> {
    this.close();
    this.file = file;
    this.settings = { ...settings };
    this.isOpen = isOpen;
    void this.#look(file);
    return new Promise((answer) => {
      this.#answer = answer;
    });
  }

  async #look(file: HeldFile): Promise<void> {
    try {
      const preview = await this.#read(file);
      if (this.file === file) this.preview = preview;
    } catch (error) {
      if (this.file !== file) return;
      if (error instanceof StoppedError) this.close();
      else this.trouble = troubleOf(error);
    }
  }

  choose(): void {
    this.#settle({ ...this.settings });
  }

  /** Nothing is chosen. */
  close(): void {
    this.#settle(undefined);
  }

  #settle(settings: PictureSettings | undefined): void {
    const answer = this.#answer;
    this.#answer = undefined;
    this.file = undefined;
    this.preview = undefined;
    this.trouble = undefined;
    answer?.(settings);
  }
}
