import { generateKeyPairSync, sign } from "node:crypto";
import { assert, describe, it } from "@effect/vitest";
import * as Either from "effect/Either";
import * as Option from "effect/Option";
import fc from "fast-check";
import { checkpointText, parseCheckpoint } from "../../../src/domain/transparency/Checkpoint.ts";
import { cosignatureBytes, cosignatureMessage } from "../../../src/domain/transparency/cosignature.ts";
import { noteText, parseNote } from "../../../src/domain/transparency/SignedNote.ts";
import { parseTilePath, tilePath } from "../../../src/domain/transparency/Tile.ts";
import { parseTlogProof, tlogProofText } from "../../../src/domain/transparency/tlogProof.ts";
import { parseVerifierKey, verifierKey, verifierKeyText } from "../../../src/domain/transparency/VerifierKey.ts";
import { verifyEd25519 } from "../../../src/domain/transparency/verifyEd25519.ts";
import { verifyNote } from "../../../src/domain/transparency/verifyNote.ts";

const hash = fc.uint8Array({ minLength: 32, maxLength: 32 });

const keyPair = () => {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const raw = new Uint8Array(publicKey.export({ type: "spki", format: "der" }).subarray(-32));
  return { privateKey, publicKey: raw };
};

describe("tile paths", () => {
  it.each([
    [0, 0, 256, "tile/0/000"],
    [0, 67, 256, "tile/0/067"],
    [0, 1067, 256, "tile/0/x001/067"],
    [3, 1_234_067, 12, "tile/3/x001/x234/067.p/12"],
    [63, 999, 1, "tile/63/999.p/1"]
  ])("tile %i/%i of width %i", (level, index, width, path) => {
    assert.strictEqual(tilePath({ level, index, width }), path);
    assert.deepStrictEqual(Option.getOrNull(parseTilePath(path)), { level, index, width });
  });

  it.each([
    "tile/64/000",
    "tile/00/000",
    "tile/0/0",
    "tile/0/1067",
    "tile/0/x000/067",
    "tile/0/001/067",
    "tile/0/000.p/0",
    "tile/0/000.p/256",
    "tile/0/000.p/01",
    "tile/0/000.p/",
    "tile/-1/000",
    "tile/entries/000",
    "tile/0/000/",
    "tile/0/000.p/5/"
  ])("%s is none", (path) => assert.isTrue(Option.isNone(parseTilePath(path))));

  it("are read as they are written", () => {
    const tile = fc.record({
      level: fc.nat(63),
      index: fc.maxSafeNat(),
      width: fc.integer({ min: 1, max: 256 })
    });
    fc.assert(
      fc.property(tile, (drawn) => assert.deepStrictEqual(Option.getOrNull(parseTilePath(tilePath(drawn))), drawn))
    );
  });
});

// The example of C2SP tlog-cosignature and tlog-checkpoint.
const published = `example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
— witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==
`;

describe("checkpoints", () => {
  it("the published example is read", () => {
    const note = Either.getOrThrow(parseNote(published));
    assert.deepStrictEqual(
      note.signatures.map(({ name, keyId, signature }) => [name, keyId, signature.length]),
      [
        ["example.com/behind-the-sofa", "033de0ae", 64],
        ["witness.example.com/w1", "8d66cf3f", 72]
      ]
    );
    const checkpoint = Either.getOrThrow(parseCheckpoint(note.text));
    assert.strictEqual(checkpoint.size, 20_852_163);
    assert.strictEqual(checkpoint.origin, "example.com/behind-the-sofa");
    assert.strictEqual(checkpointText(checkpoint), note.text);
    assert.strictEqual(noteText(note), published);
  });

  it.each([
    ["lines", "a\n1\n"],
    ["lines", `a\n1\n${"A".repeat(43)}=`],
    ["origin", `\n1\n${"A".repeat(43)}=\n`],
    ["size", `a\n01\n${"A".repeat(43)}=\n`],
    ["size", `a\n-1\n${"A".repeat(43)}=\n`],
    ["size", `a\n9007199254740992\n${"A".repeat(43)}=\n`],
    ["root-hash", `a\n1\n${"A".repeat(43)}\n`],
    ["root-hash", `a\n1\n${"A".repeat(42)}B=\n`],
    ["extensions", `a\n1\n${"A".repeat(43)}=\n\n`]
  ] as const)("%s: %j is refused", (reason, text) => {
    assert.strictEqual(Option.getOrNull(Either.getLeft(parseCheckpoint(text)))?.reason, reason);
  });
});

describe("signed notes", () => {
  it.each([
    ["no-signatures", "text\n"],
    ["no-signatures", "text\n\n"],
    ["no-signatures", "text\n\n— a AAAAAAA="],
    ["signature-line", "text\n\n- a AAAAAAA=\n"],
    ["signature-line", "text\n\n— a+b AAAAAAA=\n"],
    ["signature-line", "text\n\n— a AAAAAA==\n"],
    ["signature-line", "text\n\n— a AAAAAAB=\n"],
    ["signature-line", "text\n\n—  AAAAAAA=\n"],
    ["signature-line", "text\n\n— a\u00a0b AAAAAAA=\n"],
    ["characters", "te\rxt\n\n— a AAAAAAA=\n"],
    ["characters", "te\ud800xt\n\n— a AAAAAAA=\n"],
    ["too-many-signatures", `text\n\n${"— a AAAAAAA=\n".repeat(101)}`],
    ["too-long", `${"x".repeat(1_000_000)}\n\n— a AAAAAAA=\n`]
  ] as const)("%s", (reason, text) => {
    assert.strictEqual(Option.getOrNull(Either.getLeft(parseNote(text)))?.reason, reason);
  });

  it("are written as they were read", () => {
    const anyText = fc.string({ unit: fc.constantFrom("a", "\n", " ", "—", "+", "=", "é", "\u2028") });
    fc.assert(
      fc.property(anyText, fc.uint8Array({ minLength: 1 }), (text, signature) => {
        const note = { text: `${text}\n`, signatures: [{ name: "log.example", keyId: "00ff10ab", signature }] };
        assert.deepStrictEqual(Either.getOrThrow(parseNote(noteText(note))), note);
      })
    );
    fc.assert(
      fc.property(anyText, (text) => {
        const note = parseNote(text);
        if (Either.isRight(note)) assert.strictEqual(noteText(note.right), text);
      })
    );
  });

  const log = keyPair();
  const key = verifierKey("log.example", log.publicKey);
  const text = "log.example\n0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n";
  const signature = {
    name: key.name,
    keyId: key.keyId,
    signature: new Uint8Array(sign(null, Buffer.from(text), log.privateKey))
  };

  it("a signature of a given key verifies, beside those of unknown keys", () => {
    const note = { text, signatures: [{ name: "other", keyId: "00000000", signature: Uint8Array.of(1) }, signature] };
    assert.deepStrictEqual(Either.getOrThrow(verifyNote(note, [key], verifyEd25519)), [key]);
  });

  it("a false signature of a given key refuses the note, as do unknown keys alone", () => {
    const reasonOf = (note: Parameters<typeof verifyNote>[0]) =>
      Option.getOrNull(Either.getLeft(verifyNote(note, [key], verifyEd25519)))?.reason;
    assert.strictEqual(reasonOf({ text: `${text}x\n`, signatures: [signature] }), "signature");
    assert.strictEqual(
      reasonOf({ text, signatures: [signature, { ...signature, signature: new Uint8Array(64) }] }),
      "signature"
    );
    assert.strictEqual(reasonOf({ text, signatures: [{ ...signature, name: "other" }] }), "no-known-key");
    assert.strictEqual(reasonOf({ text, signatures: [{ ...signature, keyId: "00000000" }] }), "no-known-key");
  });

  it("a cosignature covers its time", () => {
    const witness = keyPair();
    const witnessKey = verifierKey("witness.example", witness.publicKey, "cosignature");
    const made = new Uint8Array(sign(null, cosignatureMessage(text, 1_679_315_147), witness.privateKey));
    const cosigned = (time: number) => ({
      text,
      signatures: [{ name: "witness.example", keyId: witnessKey.keyId, signature: cosignatureBytes(time, made) }]
    });
    assert.isTrue(Either.isRight(verifyNote(cosigned(1_679_315_147), [witnessKey], verifyEd25519)));
    assert.isTrue(Either.isLeft(verifyNote(cosigned(1_679_315_148), [witnessKey], verifyEd25519)));
  });
});

describe("verifier keys", () => {
  // The key of the Go checksum database.
  const sumdb = "sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8";

  it("the published key of sum.golang.org is read and written", () => {
    const key = Either.getOrThrow(parseVerifierKey(sumdb));
    assert.strictEqual(key.name, "sum.golang.org");
    assert.strictEqual(verifierKeyText(key), sumdb);
  });

  it.each([
    ["form", "sum.golang.org+033de0a+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8"],
    ["form", "sum.golang.org"],
    ["key-id", "sum.golang.org+033de0af+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8"],
    ["name", "+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8"],
    ["key", "sum.golang.org+033de0ae+Ac4z"],
    ["key", "sum.golang.org+033de0ae+***"],
    ["type", "sum.golang.org+033de0ae+As4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8"]
  ] as const)("%s: %s is refused", (reason, text) => {
    assert.strictEqual(Option.getOrNull(Either.getLeft(parseVerifierKey(text)))?.reason, reason);
  });
});

describe("proof files", () => {
  it("are read as they are written", () => {
    const proof = fc.record({
      extra: fc.option(fc.uint8Array(), { nil: null }),
      index: fc.maxSafeNat(),
      hashes: fc.array(hash, { maxLength: 64 }),
      checkpoint: fc.constant(published)
    });
    fc.assert(
      fc.property(proof, (drawn) =>
        assert.deepStrictEqual(Either.getOrThrow(parseTlogProof(tlogProofText(drawn))), drawn)
      )
    );
  });

  it.each([
    ["header", "c2sp.org/tlog-proof@v2\nindex 0\n\nx"],
    ["index", "c2sp.org/tlog-proof@v1\nindex 00\n\nx"],
    ["index", "c2sp.org/tlog-proof@v1\n\nx"],
    ["extra", "c2sp.org/tlog-proof@v1\nextra *\nindex 0\n\nx"],
    ["hash", "c2sp.org/tlog-proof@v1\nindex 0\nAAAA\n\nx"],
    ["no-checkpoint", "c2sp.org/tlog-proof@v1\nindex 0\n\n"],
    ["too-many-hashes", `c2sp.org/tlog-proof@v1\nindex 0\n${`${"A".repeat(43)}=\n`.repeat(65)}\nx`]
  ] as const)("%s: %j is refused", (reason, text) => {
    assert.strictEqual(Option.getOrNull(Either.getLeft(parseTlogProof(text)))?.reason, reason);
  });
});
