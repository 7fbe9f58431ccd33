import { assert, describe, it } from "@effect/vitest";
import { AtUri } from "../../../../src/domain/atproto/AtUri.ts";
import { Cid } from "../../../../src/domain/atproto/Cid.ts";
import { decideWriteState } from "../../../../src/domain/record/write/decideWriteState.ts";
import type { WriteAction } from "../../../../src/domain/record/write/RecordWriteEvent.ts";

const own = Cid.make("bafyreie5cvv4h45feadgeuwhbcutmh6t2ceseocckahdoe6uat64zmz454");
const other = Cid.make("bafkreibm6jg3ux5qumhcn2b3flc3tyu6dmlb4xa7u5bf44yegnrjhc4yeq");
const uriOf = (key: string) => AtUri.make(`at://did:plc:alice234alice234alice234/dev.example.note/${key}`);
const request = (action: WriteAction, key = "a") => ({
  action,
  uri: uriOf(key),
  cid: action === "delete" ? null : own
});
const there = (...found: ReadonlyArray<readonly [string, Cid]>) =>
  new Map(found.map(([key, cid]) => [uriOf(key), cid]));

describe("the state of a write at the PDS", () => {
  it("is confirmed if everything is as requested", () => {
    for (const isConclusive of [true, false]) {
      assert.strictEqual(decideWriteState([request("create")], there(["a", own]), isConclusive)._tag, "Confirmed");
      assert.strictEqual(decideWriteState([request("update")], there(["a", own]), isConclusive)._tag, "Confirmed");
      assert.strictEqual(decideWriteState([request("delete")], there(), isConclusive)._tag, "Confirmed");
    }
  });

  it("is in doubt while the request can still be in flight, whatever the PDS holds", () => {
    assert.strictEqual(decideWriteState([request("create")], there(), false)._tag, "InDoubt");
    assert.strictEqual(decideWriteState([request("create")], there(["a", other]), false)._tag, "InDoubt");
    assert.strictEqual(decideWriteState([request("delete")], there(["a", own]), false)._tag, "InDoubt");
  });

  it("is rejected if an obstacle explains the failure of the PDS", () => {
    assert.deepInclude(decideWriteState([request("create")], there(["a", other]), true), { reason: "record-exists" });
    assert.strictEqual(decideWriteState([request("update")], there(), true)._tag, "InDoubt");
    const batch = [request("create", "b"), request("update", "a")];
    assert.deepInclude(decideWriteState(batch, there(), true), { reason: "record-not-found", uri: uriOf("a") });
    assert.deepInclude(decideWriteState(batch, there(["a", other], ["b", other]), true), { uri: uriOf("b") });
    assert.strictEqual(decideWriteState(batch, there(["a", other]), true)._tag, "InDoubt");
    assert.strictEqual(decideWriteState(batch, there(["a", own], ["b", own]), true)._tag, "Confirmed");
  });
});
