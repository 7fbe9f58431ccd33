/** The steps of archiving at which a process can be killed before the archive is part of the log. */
export const stepsBefore = [
  "while the file is written",
  "after the file is complete",
  "after the events were moved",
  "before the commit"
] as const;

/** The step at which the archive is part of the log, and the caller does not know it. */
export const stepAfter = "after the commit";

export type Step = (typeof stepsBefore)[number] | typeof stepAfter;
