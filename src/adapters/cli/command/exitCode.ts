/** The exit codes of commands that did not succeed. A script may try again after `unavailable`. */
export const exitCode = { failure: 1, usage: 2, unavailable: 3, interrupted: 130 } as const;
