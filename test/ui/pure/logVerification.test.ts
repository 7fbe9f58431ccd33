import { readFileSync } from "node:fs";
import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Stream from "effect/Stream";
import * as fc from "fast-check";
import { verifyExport } from "../../../src/application/verify/verifyExport.ts";
import { parseVerifierKey } from "../../../src/domain/transparency/VerifierKey.ts";
import { verifyEd25519 } from "../../../src/domain/transparency/verifyEd25519.ts";
import { faultText } from "../../../src/domain/verification/Fault.ts";
import { readSignedCheckpoint } from "../../../src/domain/verification/readSignedCheckpoint.ts";
import { loadEd25519 } from "../../../ui/src/verifier/Ed25519.ts";
import { LineSplitter } from "../../../ui/src/verifier/LineSplitter.ts";
import { LogVerification } from "../../../ui/src/verifier/LogVerification.ts";
import type { VerificationRequest } from "../../../ui/src/verifier/Verification.ts";
import { runsOf } from "../../support/runsOf.ts";
import { exampleFolder } from "../../tools/verifyLog/verifiers.ts";

const read = (name: string): string => readFileSync(`${exampleFolder}${name}`, "utf8");

const history = read("history.ndjson");
const key = read("key.txt").trim();
const checkpoint = read("checkpoint.txt");
const older = read("older-checkpoint.txt");
const otherKey = "other.example.com/log+277bc518+AZ/1XzSyab36y6JHp5yJSr/5L4xakCoHT+cldPjl/ZR9";

const usual: VerificationRequest = { keys: `${key}\n`, published: checkpoint, kept: [] };

const linesOf = (text: string): ReadonlyArray<string> => (text === "" ? [] : text.split(/(?<=\n)/));

/** Verifies the text of an export that arrives in chunks of a length, as the worker does. */
const verify = async (text: string, given: Partial<VerificationRequest> = {}, chunk = 100) => {
  const verification = await LogVerification.start({ ...usual, ...given }, await loadEd25519());
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length && !verification.hasFailed(); at += chunk)
    verification.add(bytes.subarray(at, at + chunk));
  return verification.finish();
};

const verdict = async (text: string, given: Partial<VerificationRequest> = {}): Promise<string> => {
  try {
    const { fault } = await verify(text, given);
    return fault === null ? "holds" : faultText(fault);
  } catch (error) {
    return error instanceof Error && error.name === "VerificationInterrupted"
      ? `interrupted: ${error.message}`
      : "died";
  }
};

/** What `tidemark audit verify FILE` says of the same export. */
const verdictOfCommand = async (text: string): Promise<string> => {
  const keys = [Either.getOrThrow(parseVerifierKey(key))];
  const published = Either.getOrThrow(readSignedCheckpoint(checkpoint, keys, verifyEd25519));
  const lines = Stream.fromIterable(linesOf(text).map((line) => Buffer.from(line)));
  const report = await Effect.runPromise(
    verifyExport(lines, { keys, older: [published], verify: verifyEd25519 }, () => Effect.void)
  );
  return report.firstBad === null ? "holds" : faultText(report.firstBad);
};

describe("the verification of the log in a browser", () => {
  it("says what it has checked of a log that holds", async () => {
    const outcome = await verify(history, { kept: [{ note: older, keys: [], from: "pasted" }] });
    assert.isNull(outcome.fault);
    assert.deepInclude(outcome, { checked: 3, signatures: "WebCrypto", isOtherLog: false });
    assert.isAbove(outcome.personal, 0);
    assert.isAbove(outcome.streams, 0);
    assert.deepStrictEqual(
      outcome.compared.map(({ from, size }) => [from, size]),
      [
        ["pasted", Number(older.split("\n")[1])],
        ["published", 3]
      ]
    );
    assert.deepInclude(outcome.checkpoint, {
      size: 3,
      key,
      note: checkpoint,
      rootHash: checkpoint.split("\n")[2] ?? ""
    });
  });

  it("says of an edited export what the command says", async () => {
    const lines = linesOf(history);
    const at = fc.nat(lines.length - 1);
    const edits = fc.oneof(
      fc
        .tuple(fc.nat(history.length - 1), fc.constantFrom("0", "A", "z", '"', "\n", " ", "}"))
        .map(([index, character]) => history.slice(0, index) + character + history.slice(index + 1)),
      at.map((index) => lines.filter((_, each) => each !== index).join("")),
      fc.tuple(at, at).map(([from, to]) => lines.with(to, lines[from] ?? "").join("")),
      fc.nat(history.length).map((length) => history.slice(0, length))
    );
    await fc.assert(
      fc.asyncProperty(edits, async (text) => {
        const [ours, command] = [await verdict(text), await verdictOfCommand(text)];
        const isCutOff = !text.endsWith("\n") || command.includes("it has no end line");
        if (ours.startsWith("interrupted")) assert.isTrue(isCutOff, command);
        else assert.strictEqual(ours, command);
      }),
      { numRuns: runsOf(1_000) }
    );
  });

  it.each([1, 7, 64, 100_000])("comes to the same in chunks of %i bytes", async (chunk) => {
    const { checked, fault } = await verify(history, {}, chunk);
    assert.deepStrictEqual([checked, fault], [3, null]);
  });

  it("names the event that the service found when it stopped the export", async () => {
    const [first = ""] = linesOf(history);
    const end = '{"end":{"count":1,"incomplete":"position 2: leaf: the event does not match its leaf hash"}}\n';
    assert.strictEqual(await verdict(first + end), "position 2: leaf: the event does not match its leaf hash");
  });

  it.each([
    ["that ends without its last line", linesOf(history).slice(0, -1).join(""), "ended after 3 events"],
    [
      "that the service could not read",
      '{"end":{"count":0,"incomplete":"the history could not be read"}}\n',
      "could not be read"
    ],
    [
      "whose archive is missing",
      `${linesOf(history)[0]}{"end":{"count":1,"incomplete":"position 2: the archive access-1-47DEQpj8HBSa.ndjson is not in /data/archives: put it back, or set AUDIT_ARCHIVES to its folder"}}\n`,
      "The export ended at position 2: the archive access-1-47DEQpj8HBSa.ndjson is not in /data/archives: put it back, or set AUDIT_ARCHIVES to its folder. Or verify on the command line with --archives.$"
    ]
  ])("says nothing about a log from an export %s", async (_what, text, why) => {
    assert.match(await verdict(text), new RegExp(`^interrupted: .*${why}`));
  });

  it("notices that what is published is not the beginning of what is exported", async () => {
    const other = checkpoint.replace(/^[^\n]*\n3\n/, (text) => text.replace("3", "4"));
    assert.strictEqual(
      await verdict(history, { published: other }),
      "position 4: signature: a signature of the checkpoint is not valid"
    );
    const two = linesOf(history).slice(0, 2).join("");
    assert.include(await verdict(two + (linesOf(history).at(-1) ?? "")), "position 3: position");
  });

  it("tells another log, whose key the service does not name, apart from a log that does not hold", async () => {
    const kept = [{ note: older, keys: [key], from: "last-visit" }] as const;
    const replaced = await verify(history, { kept, keys: `${otherKey}\n` });
    assert.isTrue(replaced.isOtherLog);
    assert.include(faultText(replaced.fault ?? { position: 0, part: "leaf", reason: "" }), "this is another log");
    const rotated = await verify(history, { kept, keys: `${otherKey}\n${key}\n` });
    assert.deepStrictEqual([rotated.fault, rotated.isOtherLog], [null, false]);
  });

  it.each([
    ["a line of an anchor file", JSON.stringify({ checkpoint: older, sealedAt: "2026-01-01T00:00:00.000Z" })],
    ["an indented text with CRLF", older.replaceAll(/^/gm, "  ").replaceAll("\n", "\r\n")]
  ])("compares the log with a pasted checkpoint that is %s", async (_what, note) => {
    const { compared, fault } = await verify(history, { kept: [{ note, keys: [], from: "pasted" }] });
    assert.isNull(fault);
    assert.strictEqual(compared[0]?.size, Number(older.split("\n")[1]));
  });

  it("does not start with a pasted checkpoint that no key of the log signed", async () => {
    const pasted = (note: string) => verdict(history, { kept: [{ note, keys: [], from: "pasted" }] });
    assert.include(
      await pasted(older.replace(/^[^\n]+/, "other.example.com/log")),
      "interrupted: The pasted checkpoint"
    );
    assert.include(await pasted("nothing\n"), "not well-formed");
    assert.include(await verdict(history, { keys: "nothing\n" }), "interrupted: The service names no key");
  });
});

describe("Ed25519 in a browser", () => {
  it.each([
    ["WebCrypto", globalThis.crypto.subtle],
    ["JavaScript", null]
  ])("by %s accepts a signature and refuses a changed one", async (by, subtle) => {
    const ed25519 = await loadEd25519(subtle);
    assert.strictEqual(ed25519.by, by);
    // Test 2 of RFC 8032, section 7.1.
    const publicKey = Buffer.from("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "hex");
    const signature = Buffer.from(
      "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
      "hex"
    );
    assert.isTrue(await ed25519.verify(publicKey, Uint8Array.of(0x72), signature));
    assert.isFalse(await ed25519.verify(publicKey, Uint8Array.of(0x73), signature));
    assert.isFalse(await ed25519.verify(publicKey.subarray(1), Uint8Array.of(0x72), signature));
  });
});

describe("the lines of a stream", () => {
  it("are those of the text, however it is divided", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("a", "b\n", "\n", "cdefgh")),
        fc.integer({ min: 1, max: 9 }),
        (parts, size) => {
          const bytes = Buffer.from(parts.join(""));
          const splitter = new LineSplitter();
          const found: Array<string> = [];
          for (let at = 0; at < bytes.length; at += size)
            for (const line of splitter.add(bytes.subarray(at, at + size))) found.push(Buffer.from(line).toString());
          const rest = splitter.end();
          if (rest !== null) found.push(Buffer.from(rest).toString());
          assert.deepStrictEqual(found, parts.length === 0 ? [] : parts.join("").split(/(?<=\n)/));
        }
      )
    );
  });
});
