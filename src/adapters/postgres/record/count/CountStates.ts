/** The collections of which a process knows that the numbers of their records are complete. They stay so. */
export class CountStates {
  #complete: ReadonlySet<string> = new Set();
  #changed: () => void = () => undefined;

  /** Calls a function whenever there are other collections whose numbers are complete. */
  onChange(changed: () => void): void {
    this.#changed = changed;
  }

  /** Returns whether the numbers of a collection include all of its records. */
  isComplete(nsid: string): boolean {
    return this.#complete.has(nsid);
  }

  /** Sets the collections whose numbers are complete. */
  set(complete: ReadonlySet<string>): void {
    const grew = complete.size > this.#complete.size;
    this.#complete = complete;
    if (grew) this.#changed();
  }
}
