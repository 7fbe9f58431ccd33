// Prints the public Merkle vectors on which verify-log.mjs disagrees, and how many there are.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isConsistent, isIncluded } from "../../../tools/verify-log/verify-log.mjs";

const hash = (text) => Buffer.from(text, "base64");
const proofOf = ({ proof }) => (proof ?? []).map(hash);
const isHash = (bytes) => bytes.length === 32;
const kinds = {
  inclusion: (v) =>
    isHash(hash(v.leafHash)) && isIncluded(v.leafIdx, v.treeSize, hash(v.leafHash), proofOf(v), hash(v.root)),
  consistency: (v) => isConsistent(v.size1, v.size2, hash(v.root1), hash(v.root2), proofOf(v))
};
let count = 0;
for (const [kind, holds] of Object.entries(kinds)) {
  const folder = join(process.argv[2] ?? "", kind);
  for (const file of readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".json"))) {
    const vector = JSON.parse(readFileSync(join(folder, file), "utf8"));
    if (holds(vector) === vector.wantErr) process.stdout.write(`${kind}/${file}\n`);
    count += 1;
  }
}
process.stdout.write(`${count}\n`);
