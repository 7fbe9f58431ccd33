/** The counts of a run of checks. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** The counts of one check. */
export const oneCheck = (held: boolean): Counts => ({ passed: held ? 1 : 0, failed: held ? 0 : 1, skipped: 0 });

/** The sum of several runs. */
export const total = (all: ReadonlyArray<Counts>): Counts => ({
  passed: all.reduce((sum, { passed }) => sum + passed, 0),
  failed: all.reduce((sum, { failed }) => sum + failed, 0),
  skipped: all.reduce((sum, { skipped }) => sum + skipped, 0)
});

/** The last line of a run: `12 passed, 0 failed`, with `, 1 skipped` if there are any. */
export const resultLine = ({ failed, passed, skipped }: Counts): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
