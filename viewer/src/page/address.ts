/**
 * The address of the page follows what is open: `?scenario=corridor` for one of the gallery, nothing for files, which no address can name.
 * What was opened lately is held here, so that Back and Forward find it; an entry of the browser's history is the number of an opening.
 */

/** Openings that are held: files may be large. */
const MOST_HELD = 6;

interface Entry {
  opening: number;
}

export class Address<Held> {
  readonly #held = new Map<number, Held>();
  /** Other than those of the page before it was loaded anew. */
  #next = Date.now();

  /** The scenario of the gallery that the address names. */
  static scenario(): string | undefined {
    return new URL(location.href).searchParams.get('scenario') ?? undefined;
  }

  /** Something else is open now. @param what to open when somebody comes back: a name of the gallery, or what is held */
  push(what: { scenario: string } | { held: Held }): void {
    const opening = this.#next++;
    if ('held' in what) this.#hold(opening, what.held);
    else if (Address.scenario() === what.scenario) return;
    const query = 'scenario' in what ? `?scenario=${encodeURIComponent(what.scenario)}` : '';
    history.pushState({ opening } satisfies Entry, '', location.pathname + query);
  }

  #hold(opening: number, held: Held): void {
    this.#held.set(opening, held);
    const [oldest] = this.#held.keys();
    if (this.#held.size > MOST_HELD) this.#held.delete(oldest!);
  }

  /** What is held of an entry of the history that somebody came back to; undefined: the address says all there is to say. */
  heldBy(state: unknown): Held | undefined {
    const { opening } = (state ?? {}) as Partial<Entry>;
    return opening === undefined ? undefined : this.#held.get(opening);
  }
}
