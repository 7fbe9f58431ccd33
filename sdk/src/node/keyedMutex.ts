import type { Exclusively } from "../session/Session.ts";

/** One at a time by name, in this process. Between processes the server gives two renewals of one token the same answer. */
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
