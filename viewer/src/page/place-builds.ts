/**
 * When the place of the scenario is built anew: a moment after an edit of it, one build after the other, and again until one succeeds.
 * What is built, and how its failing is told, is the caller's.
 */

/** Milliseconds without another edit until the place is built again. */
const BUILD_AFTER = 250;

/**
 * Build the place of the scenario as it is now.
 * @param isWanted has it stayed the same until now? Else what was built is not to be shown.
 * @returns was it built?
 */
type Build = (isWanted: () => boolean) => Promise<boolean>;

export class PlaceBuilds {
  readonly #build: Build;
  /** Which place is wanted: another number for another one. */
  #wanted = 0;
  #isOld = false;
  #isLost = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Settled when what was asked for last is through, however it ended. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(build: Build) {
    this.#build = build;
  }

  /** Is the place that was built last not that of the scenario? So it stays where a build fails. */
  get isOld(): boolean {
    return this.#isOld;
  }

  /** Has the worker no place at all? */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** The worker has ended: its place must be built again, edited or not. */
  lose(): void {
    this.outdate();
    this.#isLost = true;
  }

  /** The scenario's place was edited. */
  outdate(): void {
    this.#wanted++;
    this.#isOld = true;
  }

  /** Another place, as it is to be, has come from elsewhere. */
  renew(): void {
    this.#wanted++;
    this.#isOld = false;
    this.#isLost = false;
    clearTimeout(this.#timer);
  }

  /** Build once nothing more is edited. */
  soon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.now(), BUILD_AFTER);
  }

  /** Build, if the place is old. @returns is it that of the scenario now? */
  now(): Promise<boolean> {
    clearTimeout(this.#timer);
    return this.inTurn(async () => {
      if (!this.#isOld) return true;
      const wanted = this.#wanted;
      const isWanted = () => wanted === this.#wanted;
      const isBuilt = await this.#build(isWanted);
      if (isBuilt && isWanted()) this.#isOld = this.#isLost = false;
      return !this.#isOld;
    });
  }

  /** Do something with the worker's place when all builds asked for before are through. One that fails holds up nothing after it. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}
