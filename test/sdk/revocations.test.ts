import { expect, it } from "vitest";
import { makeRevocationOutbox } from "../../sdk/src/session/RevocationOutbox.ts";
import { makeRevocations } from "../../sdk/src/session/Revocations.ts";

it("does not repeat what another tab has sent, although it is still visible in the outbox for a moment", async () => {
  const stored = new Map<string, string>();
  const outbox = makeRevocationOutbox(
    {
      get: (name) => stored.get(name) ?? null,
      set: (name, text) => stored.set(name, text),
      remove: (name) => stored.delete(name)
    },
    "ended"
  );
  outbox.add("refresh-1");
  const sent: Array<string> = [];
  const revocations = makeRevocations(
    outbox,
    (run) => run(),
    async (token) => {
      sent.push(token);
      return "refused";
    },
    async () => {
      stored.clear();
    }
  );
  expect(await revocations.send()).toBe(true);
  expect(sent).toEqual([]);
});
