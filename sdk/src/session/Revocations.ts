import type { RevocationOutbox } from "./RevocationOutbox.ts";
import type { RevocationOutcome } from "./revokeToken.ts";
import type { Exclusively } from "./Session.ts";

/** Revokes ended logins at the server, and repeats this until it succeeds. */
export interface Revocations {
  /** Revokes all tokens in the outbox, when no refresh is in progress. Returns whether the server confirmed all of them. */
  readonly send: () => Promise<boolean>;
  /** Revokes one token immediately; only for callers during which no refresh can be in progress. */
  readonly sendNow: (refreshToken: string) => Promise<boolean>;
}

/** Sends one request per token, however many callers and tabs revoke it. */
export const makeRevocations = (
  outbox: RevocationOutbox,
  exclusively: Exclusively,
  revoke: (refreshToken: string) => Promise<RevocationOutcome>,
  settle: () => Promise<void>
): Revocations => {
  const sending = new Map<string, Promise<boolean>>();
  const sendNow = async (refreshToken: string) => {
    // What another tab stored becomes visible only after a moment, even if that tab passed on the lock.
    await settle();
    // Another tab has sent it.
    if (!outbox.list().includes(refreshToken)) return true;
    const outcome = await revoke(refreshToken);
    if (outcome !== "later") outbox.remove(refreshToken);
    return outcome === "revoked";
  };
  const sendOnce = (refreshToken: string): Promise<boolean> => {
    const sent =
      sending.get(refreshToken) ??
      exclusively(() => sendNow(refreshToken))
        .catch(() => false)
        .finally(() => sending.delete(refreshToken));
    sending.set(refreshToken, sent);
    return sent;
  };
  return {
    sendNow,
    send: async () => (await Promise.all(outbox.list().map(sendOnce))).every((isRevoked) => isRevoked)
  };
};
