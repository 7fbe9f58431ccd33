import { abortAfter } from "../http/abortAfter.ts";
import type { Exclusively } from "../session/Session.ts";

/** So long one waits for another tab, in milliseconds: it may have been put to sleep with the lock in its hand. */
const lockTimeoutMs = 20_000;

/** One at a time in all tabs, by Web Locks. After the wait it runs anyway: two renewals of one token get the same answer. */
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
