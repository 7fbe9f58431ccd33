import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, assert, describe, it } from "@effect/vitest";
import { exampleFolder, verifiers } from "./verifiers.ts";

const folder = mkdtempSync(join(tmpdir(), "verify-log-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const example = (name: string): string => `${exampleFolder}${name}`;
const read = (name: string): string => readFileSync(example(name), "utf8");
const key = read("key.txt").trim();
const otherKey = "other.example.com/log+277bc518+AZ/1XzSyab36y6JHp5yJSr/5L4xakCoHT+cldPjl/ZR9";
const history = read("history.ndjson");
const [line1 = "", line2 = "", line3 = "", end = ""] = history.trimEnd().split("\n");
const lines = (...given: ReadonlyArray<string>): string => given.map((line) => `${line}\n`).join("");

/** A checkpoint with the cosignature of a new witness, and the key of the witness (C2SP tlog-cosignature). */
const witnessed = (checkpoint: string) => {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const name = "witness.example.com/w1";
  const material = Buffer.concat([
    Buffer.from([4]),
    Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url")
  ]);
  const id = createHash("sha256").update(`${name}\n`).update(material).digest().subarray(0, 4);
  const body = checkpoint.slice(0, checkpoint.indexOf("\n\n") + 1);
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(1_767_225_661n);
  const signature = sign(null, Buffer.from(`cosignature/v1\ntime 1767225661\n${body}`), privateKey);
  const line = `\u2014 ${name} ${Buffer.concat([id, time, signature]).toString("base64")}\n`;
  return { cosigned: checkpoint + line, vkey: `${name}+${id.toString("hex")}+${material.toString("base64")}` };
};

let files = 0;
const written = (text: string | Uint8Array): string => {
  const file = join(folder, String(files++));
  writeFileSync(file, text);
  return file;
};

/** Exports that do not hold, with the first line that is printed about them. */
const faults: ReadonlyArray<readonly [what: string, text: string, line: string]> = [
  [
    "a changed byte",
    history.replace("00:01:00", "00:02:00"),
    "position 3: leaf: the event does not match its leaf hash"
  ],
  [
    "a changed leaf hash",
    history.replace("rP3VZ", "rP3Vz"),
    "position 3: leaf: the event does not match its leaf hash"
  ],
  ["a swap", lines(line2, line1, line3, end), "position 1: position: the line has position 2"],
  ["a missing line", lines(line1, line3, end), "position 2: position: the line has position 3"],
  ["a repeated line", lines(line1, line1, line2, line3, end), "position 2: position: the line has position 1"],
  ["a missing tail", lines(line1, line2, end), "position 3: position: the end line counts 3 events, not 2"],
  [
    "a missing tail with another count",
    lines(line1, line2, end.replace('"count":3', '"count":2')),
    "position 2: checkpoint: the checkpoint is of 3 events"
  ],
  ["no end line", lines(line1, line2), "position 3: position: the file is cut off: it has no end line"],
  ["a cut line", history.slice(0, 700), "position 2: leaf: the line is not the canonical JSON of an event"],
  ["a cut end line", history.trimEnd(), "position 4: leaf: the line is not the canonical JSON of an event"],
  ["nothing", "", "position 1: position: the file is cut off: it has no end line"],
  [
    "a line after the end",
    `${history}${lines(line1)}`,
    "position 4: leaf: the line is not the canonical JSON of an event"
  ],
  [
    "a space",
    history.replace('"position":1', '"position": 1'),
    "position 1: leaf: the line is not the canonical JSON of an event"
  ],
  [
    "a member twice",
    history.replace('"position":1', '"position":1,"position":1'),
    "position 1: leaf: the line is not the canonical JSON of an event"
  ],
  [
    "another value of a personal part",
    history.replace('"value":"did:plc:ewvi', '"value":"did:plc:awvi'),
    "position 2: personal-data: the value of /actor/id does not match its commitment"
  ],
  [
    "a personal part at another place",
    history.replace('"/subjectDid"', '"/reason"'),
    "position 2: personal-data: the value of /reason does not match its commitment"
  ],
  [
    "a changed root",
    history.replace("TCRYP6", "TCRYP7"),
    "position 3: signature: a signature of the checkpoint is not valid"
  ],
  [
    "another origin",
    history.replace("com/log\\n3", "com/log2\\n3"),
    "position 3: checkpoint: no given key has the name tidemark.example.com/log2: this may be a checkpoint of another log"
  ],
  ["no signature", history.replace(/— .*\\n"/, '"'), "position 3: checkpoint: the checkpoint is not well-formed"],
  [
    "a signature by another key",
    history.replace("228MmL", "328MmL"),
    "position 3: signature: the checkpoint has no signature of a given key"
  ],
  [
    "an incomplete export",
    lines(line1, '{"end":{"count":1,"incomplete":"position 2: leaf: changed"}}'),
    "position 2: position: the export is incomplete: position 2: leaf: changed"
  ]
];

const usable = verifiers.filter(({ isMissing }) => !isMissing);

describe.each(verifiers)("$name", ({ isMissing, run }) => {
  const holds = it.skipIf(isMissing);

  holds("accepts the example", () => {
    const { code, line } = run("export", example("history.ndjson"), "--key", key);
    assert.deepStrictEqual(
      { code, line },
      { code: 0, line: "holds: 3 events, 2 personal parts, size 3, root TCRYP6BnH4tokM4HlB66FGYrCrQ/BgTndhUftTtgPKo=" }
    );
  });

  holds("accepts an older checkpoint of the same log, and several keys", () => {
    const older = ["--checkpoint", example("older-checkpoint.txt"), "--checkpoint", example("checkpoint.txt")];
    const { code, line } = run("export", example("history.ndjson"), "--key", otherKey, "--key", key, ...older);
    assert.strictEqual(code, 0);
    assert.match(line, /, begins with the \d events of an older checkpoint, begins with the 3 events of an older /);
  });

  holds("accepts a file of keys, as an instance lists them", () => {
    const file = written(lines(otherKey, key));
    assert.strictEqual(run("export", example("history.ndjson"), "--key", file).code, 0);
    assert.strictEqual(run("export", example("history.ndjson"), "--key", join(folder, "none")).code, 3);
  });

  holds("names the file that is no checkpoint", () => {
    const { code, line } = run("export", example("history.ndjson"), "--key", key, "--checkpoint", example("key.txt"));
    assert.strictEqual(code, 1);
    assert.match(line, /^position 0: checkpoint: .*key\.txt is not a signed checkpoint$/);
  });

  holds("shows its usage", () => {
    const { code, line } = run("--help");
    assert.strictEqual(code, 0);
    assert.match(line, /^usage/i);
  });

  holds("accepts erased personal parts", () => {
    const erased = written(history.replace(/"\/actor\/id":\{[^}]*\},/, ""));
    assert.include(run("export", erased, "--key", key).line, "3 events, 1 personal parts (1 more erased or withheld)");
  });

  it.skipIf(isMissing).each(faults)("refuses %s", (_, text, line) => {
    assert.deepStrictEqual(run("export", written(text), "--key", key), { code: 1, line });
  });

  holds("refuses bytes that are not UTF-8", () => {
    const bytes = Buffer.from(history);
    bytes[20] = 0xff;
    const line = "position 1: leaf: the line is not the canonical JSON of an event";
    assert.deepStrictEqual(run("export", written(bytes), "--key", key), { code: 1, line });
  });

  holds("refuses a filtered export whose proof leads elsewhere", () => {
    const filtered = written(read("filtered.ndjson").replace("yc1IFa6l", "ya1IFa6l"));
    const line = "position 2: tree: the proof does not lead to the root of the checkpoint";
    assert.deepStrictEqual(run("export", filtered, "--key", key), { code: 1, line });
  });

  holds("accepts proofs", () => {
    assert.deepStrictEqual(run("proof", example("2.tlog-proof"), "--key", key), {
      code: 0,
      line: "holds: leaf at position 2 of 3"
    });
    assert.deepStrictEqual(run("proof", example("2.tlog-proof"), "--key", key, "--event", line2), {
      code: 0,
      line: "holds: event at position 2 of 3"
    });
    assert.strictEqual(run("export", example("filtered.ndjson"), "--key", key).code, 0);
  });

  holds("refuses a proof of another event", () => {
    const line = "position 2: position: the line has position 3";
    assert.deepStrictEqual(run("proof", example("2.tlog-proof"), "--key", key, "--event", line3), { code: 1, line });
  });

  holds("refuses a proof with a changed hash", () => {
    const proof = written(read("2.tlog-proof").replace("yc1IFa6l", "ya1IFa6l"));
    const line = "position 2: tree: the proof does not lead to the root of the checkpoint";
    assert.deepStrictEqual(run("proof", proof, "--key", key), { code: 1, line });
  });

  holds("accepts a checkpoint that the given witness cosigned, and no other", () => {
    const { cosigned, vkey } = witnessed(read("checkpoint.txt"));
    const withCosignature = written(history.replace(JSON.stringify(read("checkpoint.txt")), JSON.stringify(cosigned)));
    const withoutOne = example("history.ndjson");
    const line = "position 3: signature: there is no valid cosignature of witness.example.com/w1";
    assert.strictEqual(run("export", withCosignature, "--key", key, "--witness", vkey).code, 0);
    assert.strictEqual(run("export", withCosignature, "--key", key).code, 0);
    assert.deepStrictEqual(run("export", withoutOne, "--key", key, "--witness", vkey), { code: 1, line });
  });

  holds("ends with 2 for wrong use and 3 for a file that is not there", () => {
    assert.strictEqual(run("export", example("history.ndjson")).code, 2);
    assert.strictEqual(run("export", example("history.ndjson"), "--key", `${key}a`).code, 2);
    assert.strictEqual(run("import", example("history.ndjson"), "--key", key).code, 2);
    const filtered = ["export", example("filtered.ndjson"), "--key", key];
    assert.strictEqual(run(...filtered, "--checkpoint", example("checkpoint.txt")).code, 2);
    assert.strictEqual(run("export", join(folder, "none"), "--key", key).code, 3);
  });
});

describe("The verifiers", () => {
  it("are at most 300 lines of JavaScript", () => {
    assert.isAtMost(readFileSync(`${exampleFolder}../verify-log.mjs`, "utf8").split("\n").length - 1, 300);
  });

  it("agree on the first line about every truncation of the example", () => {
    const bytes = Buffer.from(history);
    for (let length = 0; length < bytes.length; length += 211) {
      const file = written(bytes.subarray(0, length));
      const verdicts = new Set(usable.map(({ run }) => JSON.stringify(run("export", file, "--key", key))));
      assert.strictEqual(verdicts.size, 1, [...verdicts].join("\n"));
    }
  });
});
