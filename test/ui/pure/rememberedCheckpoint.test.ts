import { afterEach, assert, beforeEach, describe, it, vi } from "@effect/vitest";
import { readRemembered, remember } from "../../../ui/src/verifier/rememberedCheckpoint.ts";

const verified = { origin: "o", size: 3, rootHash: "", note: "note", key: "key" };

describe("the checkpoint that a browser remembers", () => {
  const stored = new Map<string, string>();
  const localStorage = {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => void stored.set(name, text)
  };
  beforeEach(() => void vi.stubGlobal("window", { localStorage }));
  afterEach(() => {
    vi.unstubAllGlobals();
    stored.clear();
  });

  it("keeps the time of the first verification, however often the log is verified again", () => {
    const first = remember(verified, readRemembered());
    assert.strictEqual(first.since, first.at);
    stored.set("tidemark.verified-checkpoint", JSON.stringify({ ...first, since: "2026-01-01T00:00:00.000Z" }));
    const second = remember({ ...verified, size: 4 }, readRemembered());
    assert.deepInclude(readRemembered(), { size: 4, since: "2026-01-01T00:00:00.000Z", at: second.at });
  });

  it("is read if it has no time of the first verification", () => {
    const { since: _, ...old } = remember(verified, null);
    stored.set("tidemark.verified-checkpoint", JSON.stringify(old));
    assert.deepStrictEqual(readRemembered(), { ...old, since: old.at });
  });
});
