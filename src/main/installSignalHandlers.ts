/**
 * Lets only the first signal stop the process in order. Ctrl-C reaches every process of a terminal, and npm or another
 * parent forwards it again; a second signal would end this process while its database is running. SIGHUP, when a terminal
 * is closed, stops the process like SIGTERM. Returns a function that tells whether the process was asked to stop.
 */
export const installSignalHandlers = (): (() => boolean) => {
  let isAskedToStop = false;
  for (const signal of ["SIGINT", "SIGTERM"])
    process.on(signal, () => {
      isAskedToStop = true;
    });
  process.on("SIGHUP", () => process.kill(process.pid, "SIGTERM"));
  return () => isAskedToStop;
};
