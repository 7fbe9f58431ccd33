import { assert, describe, it } from "@effect/vitest";
import { vectorsFolder } from "../../domain/lexicon/vectorsFolder.ts";
import { verifiers } from "./verifiers.ts";

const folder = vectorsFolder("merkle/testdata", "the Merkle tree vectors for the verifiers");

describe.each(verifiers)("$name and the vectors of transparency-dev", ({ isMissing, vectors }) => {
  it.skipIf(folder === null || isMissing)("agree on all inclusion and consistency proofs", () => {
    assert.strictEqual(vectors(folder ?? ""), "196\n");
  });
});
