import type { RevocationOutbox } from "./RevocationOutbox.ts";
import type { RevocationOutcome } from "./revokeToken.ts";
import type { Exclusively } from "./Session.ts";

/** Tells the server of logins that are over, until it took note. */
export interface Revocations {
  /** Sends what is in the outbox, when no renewal is under way. Gives whether the server took note of all of it. */
  readonly send: () => Promise<boolean>;
  /** Sends one at once, from where no renewal can be under way. */
  readonly sendNow: (refreshToken: string) => Promise<boolean>;
}

/** One request for each token, however many callers and tabs want it sent. */
export const makeRevocations = (
  outbox: RevocationOutbox,
  exclusively: Exclusively,
  revoke: (refreshToken: string) => Promise<RevocationOutcome>,
  settle: () => Promise<void>
): Revocations => {
  const sending = new Map<string, Promise<boolean>>();
  const sendNow = async (refreshToken: string) => {
    // A browser shows a tab what another one stored only after a moment, also when a lock passed between them.
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
