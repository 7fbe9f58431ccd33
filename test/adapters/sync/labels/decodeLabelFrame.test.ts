import { assert, describe, it } from "@effect/vitest";
import { encode } from "@ipld/dag-cbor";
import * as Either from "effect/Either";
import fc from "fast-check";
import { decodeLabelFrame, type LabelFrame } from "../../../../src/adapters/sync/labels/decodeLabelFrame.ts";
import { frameOf, messageFrame } from "../../../support/firehoseFrames.ts";
import { labelsFrame } from "../../../support/labelMaker.ts";

const did = "did:plc:ewvi7nxzyoun6zhxrhs64oiz";
const label = { ver: 1, src: did, uri: did, val: "spam", cts: "2026-11-28T12:00:00Z", sig: new Uint8Array(64) };

/** The labels of a frame in short: a value, or why it has no effect. */
const short = (frame: LabelFrame): LabelFrame | ReadonlyArray<string | number | null> =>
  frame._tag === "Labels"
    ? [frame.seq, ...frame.labels.map(Either.match({ onLeft: ({ reason }) => reason, onRight: (l) => l.label.val }))]
    : frame;

describe("decodeLabelFrame", () => {
  it("reads a position and its labels", () => {
    assert.deepStrictEqual(short(decodeLabelFrame(labelsFrame(7, label, { ...label, val: "rude" }))), [
      7,
      "spam",
      "rude"
    ]);
    assert.deepStrictEqual(short(decodeLabelFrame(labelsFrame(8))), [8]);
  });

  it("isolates a label that cannot be read from the others of its frame", () => {
    const frame = labelsFrame(7, label, "label", { ...label, ver: 9 }, null, { ...label, val: "rude" });
    const expected = [7, "spam", "malformed", "unsupported-version", "malformed", "rude"];
    assert.deepStrictEqual(short(decodeLabelFrame(frame)), expected);
  });

  it("reads what ends a subscription, and what informs", () => {
    assert.deepStrictEqual(short(decodeLabelFrame(frameOf({ op: -1 }, { error: "FutureCursor", message: "m" }))), {
      _tag: "Error",
      error: "FutureCursor",
      message: "m"
    });
    const info = messageFrame("#info", { name: "OutdatedCursor", message: "m" });
    assert.deepStrictEqual(short(decodeLabelFrame(info)), { _tag: "Info", name: "OutdatedCursor" });
    const unknown = messageFrame("#later", { seq: 9, labels: 5 });
    assert.deepStrictEqual(short(decodeLabelFrame(unknown)), { _tag: "Ignored", seq: 9 });
  });

  const unreadable: ReadonlyArray<readonly [string, Uint8Array, number | null]> = [
    ["nothing", new Uint8Array(), null],
    ["no header", encode("frame"), null],
    ["another op", frameOf({ op: 2, t: "#labels" }, { seq: 1, labels: [] }), null],
    ["no body", encode({ op: 1, t: "#labels" }), null],
    ["no position", messageFrame("#labels", { labels: [label] }), null],
    ["a position that is a text", messageFrame("#labels", { seq: "7", labels: [] }), null],
    ["no labels", messageFrame("#labels", { seq: 7 }), 7],
    ["labels that are a map", messageFrame("#labels", { seq: 7, labels: {} }), 7],
    [
      "more labels than fit into it",
      messageFrame("#labels", { seq: 7, labels: Array.from({ length: 50 }, () => ({})) }),
      7
    ],
    ["too many labels", labelsFrame(7, ...Array.from({ length: 2_001 }, () => label)), 7],
    ["bytes after the body", Buffer.concat([labelsFrame(7, label), Buffer.from([0])]), 7]
  ];
  it.each(unreadable)("counts a frame with %s as one label without an effect", (_, frame, seq) => {
    assert.deepStrictEqual(short(decodeLabelFrame(frame)), [seq, "undecodable"]);
  });

  it("never fails, whatever the bytes are", () => {
    const frame = labelsFrame(7, label);
    const changed = fc.tuple(fc.nat(frame.length - 1), fc.nat(255)).map(([at, byte]) => {
      const bytes = frame.slice();
      bytes[at] = byte;
      return bytes;
    });
    fc.assert(
      fc.property(fc.oneof(changed, fc.uint8Array({ maxLength: 80 })), (bytes) => {
        decodeLabelFrame(bytes);
      }),
      { numRuns: 2_000 }
    );
  });
});
