/**
 * Lets the first signal stop the process in order, whatever comes after it: Ctrl-C reaches every process of a terminal
 * and comes again from npm or a parent that passes it on, and a second one would end this one with its database running.
 * A terminal that is closed stops it like SIGTERM.
 */
export const installSignalHandlers = (): void => {
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => {});
  process.on("SIGHUP", () => process.kill(process.pid, "SIGTERM"));
};
