/** Counts by minute, oldest first, and how they are shown. */
export interface MinuteSeries<Minute extends { readonly at: string }> {
  readonly minutes: ReadonlyArray<Minute>;
  /** The parts of a bar by their class, in the order in which they are stacked. */
  readonly partsOf: (minute: Minute) => ReadonlyArray<readonly [className: string, count: number]>;
  /** The counts of a minute in words. */
  readonly inWords: (minute: Minute) => string;
  /** The counts of all minutes in words. */
  readonly summary: string;
}
