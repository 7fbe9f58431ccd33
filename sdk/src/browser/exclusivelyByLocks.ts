import { abortAfter } from "../http/abortAfter.ts";
import type { Exclusively } from "../session/Session.ts";

/** How long to wait for another tab, in milliseconds: it may have been suspended while it held the lock. */
const lockTimeoutMs = 20_000;

/** Runs one operation at a time in all tabs, with Web Locks. After the timeout it runs anyway: two refreshes of one token get the same response. */
export const exclusivelyByLocks =
  (locks: LockManager, name: string): Exclusively =>
  async (run) => {
    const waiting = abortAfter(lockTimeoutMs);
    let begun = false;
    const first = () => {
      begun = true;
      waiting.clear();
      return run();
    };
    try {
      return await locks.request(name, { signal: waiting.signal }, first);
    } catch (error) {
      if (begun) throw error;
      waiting.clear();
      return run();
    }
  };
