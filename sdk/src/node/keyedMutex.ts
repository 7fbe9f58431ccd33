import type { Exclusively } from "../session/Session.ts";

/** Runs one operation at a time per name, in this process. Between processes, the server returns the same response to two refreshes of one token. */
export const keyedMutex = (): ((name: string) => Exclusively) => {
  const last = new Map<string, Promise<unknown>>();
  return (name) => (run) => {
    const turn = (last.get(name) ?? Promise.resolve()).then(run);
    const settled = turn
      .catch(() => undefined)
      .then(() => {
        if (last.get(name) === settled) last.delete(name);
      });
    last.set(name, settled);
    return turn;
  };
};
