import { createHash, createPrivateKey, createPublicKey, sign } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { assert, describe, it } from "@effect/vitest";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const example = (name: string) => readFileSync(`${root}tools/verify-log/example/${name}`, "utf8");

const page = readFileSync(`${root}docs/auditing.md`, "utf8");
const formats = page.slice(page.indexOf("## The formats, byte by byte"));

/** The fenced blocks under a heading of the section. */
const blocksUnder = (heading: string): ReadonlyArray<string> => {
  const start = formats.indexOf(`### ${heading}\n`);
  const section = formats.slice(start, formats.indexOf("\n### ", start + 1));
  return [...section.matchAll(/^```\w*\n([\s\S]*?)^```$/gm)].map(([, block = ""]) => block);
};
const block = (heading: string, at: number): string => blocksUnder(heading).at(at) ?? "";

const sha256 = (...parts: ReadonlyArray<string | Uint8Array>): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest();
const nodeHash = (left: Buffer, right: Buffer): Buffer => sha256("\u0001", left, right);

const lines = block("The line of an export", 0).split("\n").slice(0, -1);
const events = lines.map((line) => line.slice(9, line.indexOf(',"leafHash"')));
const leaves = events.map((event) => sha256("\u0000", event));
const [leaf1 = sha256(), leaf2 = sha256(), leaf3 = sha256()] = leaves;
const rootOfTwo = nodeHash(leaf1, leaf2);
const rootOfThree = nodeHash(rootOfTwo, leaf3);

const vkey = block("The checkpoint", 1).trim();
const [origin = "", keyId = ""] = vkey.split("+");

// Test 1 of RFC 8032, section 7.1.
const privateKey = createPrivateKey({
  key: Buffer.from(
    `302e020100300506032b657004220420${"9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"}`,
    "hex"
  ),
  format: "der",
  type: "pkcs8"
});

/** A checkpoint as the page defines it. */
const checkpointOf = (size: number, hash: Buffer): string => {
  const text = `${origin}\n${size}\n${hash.toString("base64")}\n`;
  const signature = Buffer.concat([Buffer.from(keyId, "hex"), sign(null, Buffer.from(text), privateKey)]);
  return `${text}\n\u2014 ${origin} ${signature.toString("base64")}\n`;
};

describe("The formats in auditing.md, recomputed from the page", () => {
  it("has the leaf of the example", () => {
    assert.strictEqual(block("The leaf", 1).trim(), events[2]);
    assert.include(formats, `in ${Buffer.byteLength(events[2] ?? "")} bytes`);
    assert.strictEqual(block("The leaf", 2).trim(), leaf3.toString("base64url"));
  });

  it("has the leaf hash of every line", () => {
    assert.deepStrictEqual(
      lines.map((line) => /"leafHash":"([^"]*)"/.exec(line)?.[1]),
      leaves.map((leaf) => leaf.toString("base64url"))
    );
  });

  it("has the digest of what the database keeps of an archived event", () => {
    const section = page.slice(page.indexOf("### Verify archived events"));
    const [, line = "", digest] = /(1 instance-public-url \S+ \S+)\n```\n[^`]+`rows` `([^`]+)`/.exec(section) ?? [];
    assert.strictEqual(line.split(" ").at(-1), leaf1.toString("base64url"));
    assert.strictEqual(digest, sha256(`${line}\n`).toString("base64url"));
  });

  it("has the commitment of a personal part", () => {
    const [salt = "", value = ""] = block("Personal parts", 2).split("\n");
    const commitment = sha256("\u0002", Buffer.from(salt, "base64url"), value).toString("base64url");
    assert.strictEqual(block("Personal parts", 0).trim(), `{"commitment":"${commitment}"}`);
    assert.include(lines[1], `"id":{"commitment":"${commitment}"}`);
    assert.include(lines[1], `"/actor/id":{"salt":"${salt}","value":${value}}`);
  });

  it("has the hashes of the tree", () => {
    const shown = [...block("The tree", 1).matchAll(/\S+$/gm)].map(([hash]) => hash);
    assert.deepStrictEqual(
      shown,
      [...leaves, rootOfTwo, rootOfThree].map((hash) => hash.toString("base64"))
    );
  });

  it("has the verifier key", () => {
    const jwk = createPublicKey(privateKey).export({ format: "jwk" });
    const key = Buffer.concat([Buffer.from([1]), Buffer.from(jwk.x ?? "", "base64url")]);
    const id = sha256(`${origin}\n`, key).toString("hex", 0, 4);
    assert.strictEqual(vkey, `${origin}+${id}+${key.toString("base64")}`);
  });

  it("has the checkpoint", () => {
    assert.strictEqual(block("The checkpoint", 0), checkpointOf(3, rootOfThree));
  });

  it("has the end line", () => {
    const end = { end: { checkpoint: checkpointOf(3, rootOfThree), count: 3 } };
    assert.strictEqual(block("The line of an export", 1), `${JSON.stringify(end)}\n`);
  });

  it("has the proof file", () => {
    const hashes = [leaf1, leaf3].map((hash) => hash.toString("base64"));
    const text = [
      "c2sp.org/tlog-proof@v1",
      `extra ${leaf2.toString("base64")}`,
      "index 1",
      ...hashes,
      "",
      checkpointOf(3, rootOfThree)
    ].join("\n");
    assert.strictEqual(block("The proof file", 0), text);
    assert.isTrue(nodeHash(nodeHash(leaf1, leaf2), leaf3).equals(rootOfThree));
  });

  it("has the files of the example", () => {
    assert.strictEqual(
      example("history.ndjson"),
      block("The line of an export", 0) + block("The line of an export", 1)
    );
    assert.strictEqual(example("checkpoint.txt"), block("The checkpoint", 0));
    assert.strictEqual(example("older-checkpoint.txt"), checkpointOf(2, rootOfTwo));
    assert.strictEqual(example("key.txt"), `${vkey}\n`);
    assert.strictEqual(example("2.tlog-proof"), block("The proof file", 0));
  });
});
