import { assert, describe, it } from "@effect/vitest";
import { encode } from "@ipld/dag-cbor";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import fc from "fast-check";
import { layer as inMemory } from "../../../src/adapters/memory/pds/RepositorySignaturesMemory.ts";
import { AtUri } from "../../../src/domain/atproto/AtUri.ts";
import { Did } from "../../../src/domain/atproto/Did.ts";
import { LabelValue } from "../../../src/domain/label/LabelValue.ts";
import { decodeLabel } from "../../../src/domain/labeler/decodeLabel.ts";
import { isLabelSignedBy } from "../../../src/domain/labeler/verifyLabel.ts";
import { DagCborCursor, UnexpectedCbor } from "../../../src/domain/sync/repository/DagCborCursor.ts";
import { type LabelFields, LabelMaker } from "../../support/labelMaker.ts";

const did = Did.make("did:plc:ewvi7nxzyoun6zhxrhs64oiz");
const uri = AtUri.make(`at://${did}/app.bsky.feed.post/3k2yihcrp6f2c`);
const cid = "bafyreifxykqhed72s26cr4i64rxvrtofeqrksj3vjwjszmrcuqsaepxd4e";

const decode = (sent: unknown) => decodeLabel(new DagCborCursor(encode(sent)));
const decoded = (sent: unknown) => Either.getOrThrow(decode(sent));
const rejection = (sent: unknown) => Either.getOrThrow(Either.flip(decode(sent)));

const verify = (key: string, sent: unknown) =>
  Effect.runPromise(Effect.provide(isLabelSignedBy(key, decoded(sent)), inMemory));

const valid = { ver: 1, src: did, uri, val: "spam", cts: "2026-11-28T12:00:00Z", sig: new Uint8Array(64) };

describe("decodeLabel", () => {
  it("reads every field", () => {
    const { label } = decoded({ ...valid, cid, neg: true, exp: "2026-12-01T00:00:00.5+01:00" });
    assert.deepStrictEqual(label, {
      src: did,
      subject: { _tag: "RecordSubject", did, uri },
      cid,
      val: LabelValue.make("spam"),
      neg: true,
      cts: Date.UTC(2026, 10, 28, 12),
      exp: Date.UTC(2026, 10, 30, 23, 0, 0, 500)
    });
  });

  it("takes fields that are absent or null as not stated", () => {
    for (const stated of [valid, { ...valid, cid: null, neg: null, exp: null }])
      assert.deepInclude(decoded(stated).label, { cid: null, neg: false, exp: null });
  });

  const faults: ReadonlyArray<readonly [name: string, change: object, reason: string, detail: RegExp]> = [
    ["another version", { ver: 2 }, "unsupported-version", /^ver /],
    ["no version", { ver: null }, "unsupported-version", /^ver /],
    ["a version that is a text", { ver: "1" }, "unsupported-version", /^ver /],
    ["a source that is not a DID", { src: "labeler.example.com" }, "malformed", /^src /],
    ["a subject that is a web page", { uri: "https://example.com" }, "malformed", /^uri /],
    ["a subject that is a handle", { uri: "at://alice.example.com/app.bsky.feed.post/1" }, "malformed", /^uri /],
    ["a subject that is a collection", { uri: `at://${did}/app.bsky.feed.post` }, "malformed", /^uri /],
    ["an empty value", { val: "" }, "malformed", /^val /],
    ["a value of 129 bytes", { val: `${"é".repeat(64)}a` }, "malformed", /^val /],
    ["a value with a line break", { val: "a\nb" }, "malformed", /^val /],
    ["a CID that is a number", { cid: 5 }, "malformed", /^cid /],
    ["a negation that is a text", { neg: "true" }, "malformed", /^neg /],
    ["no time", { cts: null }, "malformed", /^cts /],
    ["a time without a zone", { cts: "2026-11-28T12:00:00" }, "malformed", /^cts /],
    ["a time that does not exist", { cts: "2026-13-28T12:00:00Z" }, "malformed", /^cts /],
    ["an expiry that is no time", { exp: "tomorrow" }, "malformed", /^exp /],
    ["an expiry that is a number", { exp: 5 }, "malformed", /^exp /],
    ["no signature", { sig: null }, "unsigned", /^sig /],
    ["a signature that is a text", { sig: "x" }, "malformed", /^sig /],
    ["too many fields", Object.fromEntries(Array.from({ length: 64 }, (_, i) => [`x${i}`, i])), "malformed", /fields/],
    ["too many bytes", { x: "x".repeat(17_000) }, "malformed", /bytes/]
  ];
  it.each(faults)("refuses %s", (_, change, reason, detail) => {
    const found = rejection({ ...valid, ...change });
    assert.strictEqual(found.reason, reason);
    assert.match(found.detail, detail);
  });

  it("refuses what is not a map, and continues after it", () => {
    const cursor = new DagCborCursor(Buffer.concat([encode("label"), encode(valid)]));
    assert.isTrue(Either.isLeft(decodeLabel(cursor)));
    assert.isTrue(Either.isRight(decodeLabel(cursor)));
    assert.isTrue(cursor.isAtEnd());
  });

  it("refuses a field that is stated twice", () => {
    const once = encode({ val: "spam" });
    const twice = Buffer.concat([Buffer.from([0xa2]), once.subarray(1), once.subarray(1)]);
    const found = Either.getOrThrow(Either.flip(decodeLabel(new DagCborCursor(twice))));
    assert.strictEqual(found.detail, "a field is stated twice");
  });

  it("never fails in another way, whatever the bytes are", () => {
    const label = encode(valid);
    const changed = fc.tuple(fc.nat(label.length - 1), fc.nat(255)).map(([at, byte]) => {
      const bytes = label.slice();
      bytes[at] = byte;
      return bytes;
    });
    fc.assert(
      fc.property(fc.oneof(changed, fc.uint8Array({ maxLength: 100 })), (bytes) => {
        try {
          decodeLabel(new DagCborCursor(bytes));
        } catch (cause) {
          assert.instanceOf(cause, UnexpectedCbor);
        }
      }),
      { numRuns: 2_000 }
    );
  });
});

describe("isLabelSignedBy", () => {
  const curves = ["k256", "p256"] as const;

  it.each(curves)("accepts what the reference implementation signs with %s", async (curve) => {
    const maker = await LabelMaker.create(did, curve);
    const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(
        fc.record(
          {
            val: text.filter((val) => !/\p{C}/u.test(val) && Buffer.byteLength(val) <= 128),
            uri: fc.constantFrom(uri, did),
            cid: fc.constant(cid),
            neg: fc.boolean(),
            exp: fc.constant("2027-01-01T00:00:00.000Z"),
            // Fields of a later version are signed as well.
            later: fc.oneof(fc.string(), fc.integer(), fc.array(fc.boolean()), fc.dictionary(fc.string(), fc.nat()))
          },
          { requiredKeys: ["val", "uri"] }
        ),
        async (fields: LabelFields) => {
          assert.isTrue(await verify(maker.key, await maker.sign(fields)));
        }
      ),
      { numRuns: 40 }
    );
  });

  it.each(curves)("refuses a label whose fields changed after it was signed with %s", async (curve) => {
    const maker = await LabelMaker.create(did, curve);
    const sent = await maker.sign({ uri, val: "spam" });
    const changes = [
      { val: "spam2" },
      { uri: did },
      { neg: true },
      { neg: false },
      { src: "did:plc:other2other2other2other2o" },
      { cts: "2026-11-28T12:00:00.001Z" },
      { exp: "2027-01-01T00:00:00Z" },
      { cid },
      { extra: 1 }
    ];
    for (const change of changes) assert.isFalse(await verify(maker.key, { ...sent, ...change }));
    assert.isTrue(await verify(maker.key, sent));
  });

  it.each(curves)("refuses every changed byte of a signature with %s", async (curve) => {
    const maker = await LabelMaker.create(did, curve);
    const sent = await maker.sign({ uri, val: "spam" });
    const { sig } = sent;
    if (!(sig instanceof Uint8Array)) throw new Error("The label has no signature");
    for (let at = 0; at < sig.length; at += 7) {
      const changed = sig.slice();
      changed[at] = (changed[at] ?? 0) ^ 1;
      assert.isFalse(await verify(maker.key, { ...sent, sig: changed }));
    }
    for (const length of [0, 63, 65, 70]) {
      const other = new Uint8Array(length);
      other.set(sig.subarray(0, length));
      assert.isFalse(await verify(maker.key, { ...sent, sig: other }));
    }
  });

  it("refuses a signature in high-S form", async () => {
    const maker = await LabelMaker.create(did);
    const sent = await maker.sign({ uri, val: "spam" });
    const { sig } = sent;
    if (!(sig instanceof Uint8Array)) throw new Error("The label has no signature");
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
    const s = BigInt(`0x${Buffer.from(sig.subarray(32)).toString("hex")}`);
    const high = Buffer.from((order - s).toString(16).padStart(64, "0"), "hex");
    assert.isFalse(await verify(maker.key, { ...sent, sig: Buffer.concat([sig.subarray(0, 32), high]) }));
  });

  it("refuses the key of another labeler", async () => {
    const maker = await LabelMaker.create(did);
    const sent = await maker.sign({ uri, val: "spam" });
    await maker.rotate();
    assert.isFalse(await verify(maker.key, sent));
  });

  it("accepts a label whose fields arrive in another order", async () => {
    const maker = await LabelMaker.create(did);
    const sent = await maker.sign({ uri, val: "spam" });
    const fields = Object.entries(sent)
      .toReversed()
      .map(([name, value]) => Buffer.concat([encode(name), encode(value)]));
    const bytes = Buffer.concat([Buffer.from([0xa0 | fields.length]), ...fields]);
    const found = Either.getOrThrow(decodeLabel(new DagCborCursor(bytes)));
    assert.isTrue(await Effect.runPromise(Effect.provide(isLabelSignedBy(maker.key, found), inMemory)));
  });
});
