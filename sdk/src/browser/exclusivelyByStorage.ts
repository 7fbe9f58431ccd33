import { randomText } from "../base64Url.ts";
import type { Platform } from "../http/Platform.ts";
import type { Exclusively } from "../session/Session.ts";
import type { TextStore } from "../session/TextStore.ts";

/** The maximum time that a closed tab holds the lock, in milliseconds. */
const leaseMs = 20_000;
/** Longer than two tabs take to overwrite each other's mark, in milliseconds. */
const settleMs = 50;

/**
 * Runs one operation at a time in browsers without Web Locks: the tab that finds its own mark after a pause has the
 * lock. This is not exact and need not be: two refreshes of one token get the same response. If the mark cannot be
 * stored, there is no lock.
 */
export const exclusivelyByStorage = ({ now, wait }: Platform, store: TextStore, name: string): Exclusively => {
  const isFree = () => !(Number(store.get(name)?.split(" ")[0]) > now());
  const take = async (): Promise<string> => {
    for (const end = now() + leaseMs; ; await wait(settleMs)) {
      if (!isFree() && now() < end) continue;
      const mark = `${now() + leaseMs} ${randomText(8)}`;
      store.set(name, mark);
      await wait(settleMs);
      if (store.get(name) === mark || now() >= end) return mark;
    }
  };
  let last: Promise<unknown> = Promise.resolve();
  return (run) => {
    const turn = last.then(async () => {
      const mark = await take().catch(() => null);
      try {
        return await run();
      } finally {
        if (mark !== null && store.get(name) === mark) store.remove(name);
      }
    });
    last = turn.catch(() => undefined);
    return turn;
  };
};
