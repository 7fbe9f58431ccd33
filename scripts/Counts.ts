/** What a run of checks came to. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** One check that held or did not. */
export const oneCheck = (held: boolean): Counts => ({ passed: held ? 1 : 0, failed: held ? 0 : 1, skipped: 0 });

/** The sum of several runs. */
export const total = (all: ReadonlyArray<Counts>): Counts => ({
  passed: all.reduce((sum, { passed }) => sum + passed, 0),
  failed: all.reduce((sum, { failed }) => sum + failed, 0),
  skipped: all.reduce((sum, { skipped }) => sum + skipped, 0)
});

/** The last line of a run: `12 passed, 0 failed`, and `, 1 skipped` where there are any. */
export const resultLine = ({ failed, passed, skipped }: Counts): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
