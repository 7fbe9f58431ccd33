import { assert, describe, it } from "@effect/vitest";
import * as Either from "effect/Either";
import { checkpointText } from "../../../src/domain/transparency/Checkpoint.ts";
import { readCosignature } from "../../../src/domain/transparency/readCosignature.ts";
import { verifyEd25519 } from "../../../src/domain/transparency/verifyEd25519.ts";
import { leavesOf, naiveRoot } from "./naiveTree.ts";
import { cosignatureLineBy, testKey } from "./signedBy.ts";

const witness = testKey("witness.example.com/w1", "cosignature");
const stranger = testKey("witness.example.com/w1", "cosignature");
const other = testKey("witness.example.com/w2", "cosignature");

const textOf = (size: number) =>
  checkpointText({ origin: "log.example.com/log", size, rootHash: naiveRoot(leavesOf(size)), extensions: [] });

const text = textOf(5);
const line = cosignatureLineBy(witness, text, 1_700_000_000);

const read = (body: string) => readCosignature(text, body, witness.key, verifyEd25519);

describe("the response of a witness", () => {
  it.each([
    ["alone", line],
    ["beside other keys", cosignatureLineBy(other, text, 1) + line + cosignatureLineBy(stranger, text, 1)]
  ])("with its cosignature %s is accepted", (_, body) => {
    const { signature, time } = Either.getOrThrow(read(body));
    assert.strictEqual(time, 1_700_000_000);
    assert.strictEqual(signature.keyId, witness.key.keyId);
  });

  it.each([
    ["nothing", "", "malformed"],
    ["JSON", '{"ok":true}', "malformed"],
    ["a line without its end", line.slice(0, -1), "malformed"],
    ["a checkpoint of its own", `${textOf(6)}\n${line}`, "malformed"],
    ["a key of the same name", cosignatureLineBy(stranger, text, 1), "other-key"],
    ["a key of another name", cosignatureLineBy(other, text, 1), "other-key"],
    ["a cosignature of another checkpoint", cosignatureLineBy(witness, textOf(6), 1), "not-verified"],
    ["a changed time", cosignatureLineBy(witness, text, 1, 2), "not-verified"]
  ])("with %s is refused", (_, body, reason) =>
    assert.strictEqual(Either.getOrThrow(Either.flip(read(body))).reason, reason)
  );
});
