import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { assert, describe, it } from "@effect/vitest";
import * as Either from "effect/Either";
import * as Encoding from "effect/Encoding";
import * as Schema from "effect/Schema";
import { verifyConsistency } from "../../../src/domain/transparency/consistencyProof.ts";
import { verifyInclusion } from "../../../src/domain/transparency/inclusionProof.ts";
import { vectorsFolder } from "../lexicon/vectorsFolder.ts";

const folder = vectorsFolder("merkle/testdata", "the Merkle tree vectors of transparency-dev");

/** Bytes, or null in Go: a slice without elements. */
const Bytes = Schema.transform(Schema.NullOr(Schema.String), Schema.Uint8ArrayFromSelf, {
  strict: true,
  decode: (text) => Either.getOrThrow(Encoding.decodeBase64(text ?? "")),
  encode: (bytes) => Encoding.encodeBase64(bytes)
});
const Proof = Schema.NullOr(Schema.Array(Bytes));

const Inclusion = Schema.parseJson(
  Schema.Struct({
    leafIdx: Schema.Number,
    treeSize: Schema.Number,
    root: Bytes,
    leafHash: Bytes,
    proof: Proof,
    wantErr: Schema.Boolean
  })
);
const SubtreeInclusion = Schema.parseJson(
  Schema.Struct({
    leafIdx: Schema.Number,
    start: Schema.Number,
    end: Schema.Number,
    root: Bytes,
    leafHash: Bytes,
    proof: Proof,
    wantErr: Schema.Boolean
  })
);
const Consistency = Schema.parseJson(
  Schema.Struct({
    size1: Schema.Number,
    size2: Schema.Number,
    root1: Bytes,
    root2: Bytes,
    proof: Proof,
    wantErr: Schema.Boolean
  })
);

/** The files of a kind of vectors, by their paths. */
const filesOf = (kind: string): ReadonlyArray<string> => {
  const root = folder === null ? null : join(folder, kind);
  return root === null || !existsSync(root)
    ? []
    : readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".json"));
};

const read = <A, I>(schema: Schema.Schema<A, I>, kind: string, name: string): A =>
  Schema.decodeUnknownSync(schema)(readFileSync(join(folder ?? "", kind, name), "utf8"));

/** Whether leaves from `start` on are a subtree of the tree: `start` is a multiple of a power of two as large as it. */
const isSubtree = (start: number, end: number): boolean => {
  let width = 1;
  while (width < end - start) width *= 2;
  return start < end && start % width === 0;
};

describe.skipIf(folder === null)("vectors of transparency-dev/merkle", () => {
  it("are 98 of inclusion and 98 of consistency", () => {
    assert.strictEqual(filesOf("inclusion").length, 98);
    assert.strictEqual(filesOf("consistency").length, 98);
  });

  it.each(filesOf("inclusion"))("inclusion %s", (name) => {
    const { leafIdx, treeSize, root, leafHash, proof, wantErr } = read(Inclusion, "inclusion", name);
    assert.strictEqual(verifyInclusion(leafIdx, treeSize, leafHash, proof ?? [], root), !wantErr);
  });

  it.each(filesOf("consistency"))("consistency %s", (name) => {
    const { size1, size2, root1, root2, proof, wantErr } = read(Consistency, "consistency", name);
    const verified = verifyConsistency({ size: size1, rootHash: root1 }, { size: size2, rootHash: root2 }, proof ?? []);
    assert.strictEqual(verified, !wantErr);
  });

  it.each(filesOf("subtreeinclusion"))("inclusion in a subtree %s", (name) => {
    const { leafIdx, start, end, root, leafHash, proof, wantErr } = read(SubtreeInclusion, "subtreeinclusion", name);
    const verified =
      isSubtree(start, end) && verifyInclusion(leafIdx - start, end - start, leafHash, proof ?? [], root);
    assert.strictEqual(verified, !wantErr);
  });
});
