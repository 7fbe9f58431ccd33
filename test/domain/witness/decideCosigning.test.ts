import { assert, describe, it } from "@effect/vitest";
import fc from "fast-check";
import { addCheckpointText } from "../../../src/domain/transparency/addCheckpoint.ts";
import type { TreeHead } from "../../../src/domain/transparency/consistencyProof.ts";
import { verifyEd25519 } from "../../../src/domain/transparency/verifyEd25519.ts";
import { decideCosigning } from "../../../src/domain/witness/decideCosigning.ts";
import { leafOf, leavesOf, naiveConsistency, naiveRoot } from "../transparency/naiveTree.ts";
import { checkpointBy, testKey } from "../transparency/signedBy.ts";

const log = testKey("log.example.com/log", "note");
const impostor = testKey("log.example.com/log", "note");
const stranger = testKey("other.example.com/log", "note");

const leaves = leavesOf(40);
/** The same tree with another leaf at the end of each size from 3. */
const forked = leaves.map((leaf, index) => (index < 2 ? leaf : leafOf(1_000 + index)));

const rootAt = (size: number, tree = leaves) => naiveRoot(tree.slice(0, size));
const headAt = (size: number, tree = leaves): TreeHead => ({ size, rootHash: rootAt(size, tree) });
const proofBetween = (older: number, newer: number, tree = leaves) =>
  older === 0 ? [] : naiveConsistency(older, tree.slice(0, newer));

const request = (
  older: number,
  newer: number,
  { key = log, tree = leaves, proof = proofBetween(older, newer, tree) } = {}
) => addCheckpointText({ oldSize: older, proof, checkpoint: checkpointBy(key, newer, rootAt(newer, tree)) });

const decide = (body: string, latest: TreeHead | null) => decideCosigning(body, [log.key], () => latest, verifyEd25519);

describe("a witness", () => {
  it.each([
    ["the first checkpoint", request(0, 5), null],
    ["an empty tree", request(0, 0), null],
    ["a tree after an empty one", request(0, 5), headAt(0)],
    ["a larger tree", request(5, 9), headAt(5)],
    ["the same tree again", request(5, 5), headAt(5)]
  ])("cosigns %s", (_, body, latest) => assert.strictEqual(decide(body, latest)._tag, "Cosign"));

  it.each([
    ["no request", "hello", null, { _tag: "Malformed" }],
    ["no checkpoint", "old 0\n\nhello\n", null, { _tag: "Malformed" }],
    ["an old size beyond the checkpoint", request(5, 4, { proof: [] }), headAt(5), { _tag: "Malformed" }],
    ["a log that it does not follow", request(0, 5, { key: stranger }), null, { _tag: "UnknownLog" }],
    ["a signature by another key", request(0, 5, { key: impostor }), null, { _tag: "NotSigned" }],
    ["a start from a size that it never cosigned", request(3, 5), null, { _tag: "OtherSize", size: 0 }],
    ["a start before its size", request(3, 9), headAt(5), { _tag: "OtherSize", size: 5 }],
    ["a start beyond its size", request(7, 9), headAt(5), { _tag: "OtherSize", size: 5 }],
    ["a smaller tree", request(3, 4), headAt(5), { _tag: "OtherSize", size: 5 }],
    ["another tree of its size", request(5, 5, { tree: forked }), headAt(5), { _tag: "OtherRoot", size: 5 }],
    ["a tree that does not extend its own", request(5, 9, { tree: forked }), headAt(5), { _tag: "NotConsistent" }],
    ["a missing proof", request(5, 9, { proof: [] }), headAt(5), { _tag: "NotConsistent" }],
    ["a proof from 0", request(0, 5, { proof: [leafOf(0)] }), null, { _tag: "NotConsistent" }],
    [
      "a false root of an empty tree",
      addCheckpointText({ oldSize: 0, proof: [], checkpoint: checkpointBy(log, 0, leafOf(0)) }),
      null,
      { _tag: "NotConsistent" }
    ]
  ])("refuses %s", (_, body, latest, decision) => assert.deepStrictEqual(decide(body, latest), decision));

  it("never cosigns two inconsistent checkpoints, whatever it is asked", () => {
    const ask = fc.record({
      older: fc.nat({ max: 12 }),
      newer: fc.nat({ max: 12 }),
      proven: fc.nat({ max: 12 }),
      tree: fc.constantFrom(leaves, forked)
    });
    fc.assert(
      fc.property(fc.array(ask, { minLength: 1, maxLength: 12 }), (asks) => {
        let latest: TreeHead | null = null;
        let cosigned: ReadonlyArray<Uint8Array> = [];
        for (const { newer, older, proven, tree } of asks) {
          const proof = proven <= newer ? proofBetween(proven, newer, tree) : [];
          const decision = decide(request(older, newer, { tree, proof }), latest);
          if (decision._tag !== "Cosign") continue;
          const next = tree.slice(0, newer);
          assert.deepStrictEqual(next.slice(0, cosigned.length), cosigned);
          assert.isAtLeast(next.length, cosigned.length);
          [latest, cosigned] = [decision.head, next];
        }
      }),
      { numRuns: 40 }
    );
  });
});
