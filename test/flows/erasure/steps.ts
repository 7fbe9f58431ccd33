/** The steps of an erasure at which a process can be killed before anything of it is committed but ended sign-ins. */
export const stepsBefore = [
  "after the first sign-in ended",
  "after the records were deleted",
  "after the key was deleted",
  "before the commit"
] as const;

/** The steps at which the erasure is committed. */
export const stepsAfter = [
  "after the commit",
  "during the line of the ledger",
  "after the line of the ledger"
] as const;

export type Step = (typeof stepsBefore)[number] | (typeof stepsAfter)[number];
