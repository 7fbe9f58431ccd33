import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as fc from "effect/FastCheck";
import type * as Layer from "effect/Layer";

import { AtUri } from "../../src/domain/atproto/AtUri.ts";
import { Did } from "../../src/domain/atproto/Did.ts";
import { isActive, type Label, labelKeyText, latestLabels } from "../../src/domain/label/Label.ts";
import { LabelDefinitions } from "../../src/domain/label/LabelDefinitions.ts";
import { LabelPreferences } from "../../src/domain/label/LabelPreferences.ts";
import { LabelStore } from "../../src/domain/label/LabelStore.ts";
import { type LabelSubject, subjectText } from "../../src/domain/label/LabelSubject.ts";
import { LabelValue } from "../../src/domain/label/LabelValue.ts";
import { seededDefinitions } from "../../src/domain/label/seededDefinitions.ts";
import { alice, bob } from "./recordIndexFixture.ts";

const moderator = Did.make("did:web:moderator.example");
const labeler = Did.make("did:plc:labeler");
const account: LabelSubject = { _tag: "AccountSubject", did: alice };
const recordAt = (rkey: string, did = alice): LabelSubject => ({
  _tag: "RecordSubject",
  did,
  uri: AtUri.make(`at://${did}/test.contract.labeled/${rkey}`)
});

const labelOf = (more: Partial<Label> = {}): Label => ({
  src: moderator,
  subject: account,
  val: LabelValue.make("spam"),
  cid: null,
  neg: false,
  cts: 1_000,
  exp: null,
  ...more
});

const everything = { uri: null, val: null, src: null };

const emptied = Effect.gen(function* () {
  const store = yield* LabelStore;
  for (const src of yield* store.sources) yield* store.removeOf(src, 10_000);
  return store;
});

const labels = fc.array(
  fc.record({
    src: fc.constantFrom(moderator, labeler),
    subject: fc.constantFrom(account, recordAt("a"), recordAt("b"), recordAt("a", bob)),
    val: fc.constantFrom("spam", "!takedown", "!suspend", "Ünïcode line").map((val) => LabelValue.make(val)),
    cid: fc.constantFrom(null, "a", "b"),
    neg: fc.boolean(),
    cts: fc.integer({ min: 1, max: 4 }),
    exp: fc.constantFrom(null, 50, 150, 250)
  }),
  { maxLength: 20 }
);

const textOf = ({ subject }: Pick<Label, "subject">): string => subjectText(subject);

const latestFirst = (left: Label, right: Label): number =>
  right.cts - left.cts || (labelKeyText(left) < labelKeyText(right) ? -1 : 1);

const grave = new Set(["!takedown", "!suspend"]);

/** What every store of labels does, with the definitions and preferences beside it. */
export const labelStoreContract = <E>(
  name: string,
  layer: Layer.Layer<LabelStore | LabelDefinitions | LabelPreferences, E>
) =>
  it.layer(layer, { timeout: "60 seconds" })(`LabelStore contract: ${name}`, (it) => {
    it.effect.prop(
      "keeps the label that counts, and lists and hides by it",
      [labels, fc.nat(20), fc.constantFrom(100, 200, 300)],
      ([all, cut, now]) =>
        Effect.gen(function* () {
          const store = yield* emptied;
          yield* store.put(all.slice(0, cut));
          yield* store.put(all.slice(cut));
          const expected = latestLabels(all).toSorted(latestFirst);
          const listed = yield* store.list(everything, null, 100);
          assert.deepStrictEqual(listed, expected);
          assert.strictEqual(yield* store.count(everything), expected.length);
          const paged: Array<Label> = [];
          for (;;) {
            const last = paged.at(-1);
            const after = last === undefined ? null : { cts: last.cts, key: labelKeyText(last) };
            const next = yield* store.list(everything, after, 3);
            if (next.length === 0) break;
            paged.push(...next);
          }
          assert.deepStrictEqual(paged, expected);
          const filter = { uri: textOf({ subject: recordAt("a") }), val: "spam", src: labeler };
          assert.deepStrictEqual(
            yield* store.list(filter, null, 100),
            expected.filter((one) => textOf(one) === filter.uri && one.val === filter.val && one.src === filter.src)
          );
          const hiding = expected.filter((label) => grave.has(label.val) && isActive(label, now));
          const texts = [...new Set(hiding.map(textOf))].toSorted();
          const takedowns = texts.map((text) => {
            const ends = hiding.filter((label) => textOf(label) === text).map(({ exp }) => exp);
            return [text, ends.includes(null) ? null : Math.max(...ends.map(Number))] as const;
          });
          const found = yield* store.takedowns(null, 100, now);
          assert.deepStrictEqual(
            found.map(({ subject, until }) => [textOf({ subject }), until] as const),
            takedowns
          );
          assert.deepStrictEqual(yield* store.takedowns(texts[0] ?? "", 1, now), found.slice(1, 2));
          assert.sameDeepMembers(
            [...(yield* store.takedownsOf([account, recordAt("a"), recordAt("c")], now))],
            found.filter(({ subject }) =>
              [account, recordAt("a")].some((one) => textOf({ subject: one }) === textOf({ subject }))
            )
          );
          assert.deepStrictEqual(yield* store.sources, [...new Set(expected.map(({ src }) => src))].toSorted());
          const withValue = expected.filter(({ val }) => val === "spam").map(textOf);
          assert.deepStrictEqual(
            (yield* store.subjectsWith("spam", null, 100)).map((subject) => textOf({ subject })),
            [...new Set(withValue)].toSorted()
          );
        }),
      { fastCheck: { numRuns: 40 } }
    );

    it.effect("removes the labels of one source", () =>
      Effect.gen(function* () {
        const store = yield* emptied;
        yield* store.put([labelOf(), labelOf({ src: labeler }), labelOf({ src: labeler, subject: recordAt("a") })]);
        const removed = [...(yield* store.removeOf(labeler, 1)), ...(yield* store.removeOf(labeler, 1))];
        assert.sameDeepMembers(removed, [account, recordAt("a")]);
        assert.deepStrictEqual(yield* store.removeOf(labeler, 1), []);
        assert.deepStrictEqual(yield* store.list(everything, null, 10), [labelOf()]);
      })
    );

    it.effect("has the seeded definitions, and keeps the first definition of a value", () =>
      Effect.gen(function* () {
        const definitions = yield* LabelDefinitions;
        const bySeed = seededDefinitions.toSorted((left, right) => (left.val < right.val ? -1 : 1));
        assert.deepStrictEqual(yield* definitions.list, bySeed);
        const added = {
          val: LabelValue.make("zz-late"),
          description: "x",
          severity: "INFORM",
          defaultVisibility: "SHOW"
        } as const;
        yield* definitions.add(added);
        yield* definitions.add({ ...added, description: "y" });
        assert.deepStrictEqual(yield* definitions.list, [...bySeed, added]);
      })
    );

    it.effect("keeps the last choice of each user", () =>
      Effect.gen(function* () {
        const preferences = yield* LabelPreferences;
        yield* preferences.set(alice, "porn", "SHOW");
        yield* preferences.set(alice, "porn", "WARN");
        yield* preferences.set(alice, "spam", "HIDE");
        assert.deepStrictEqual(
          yield* preferences.of(alice),
          new Map([
            ["porn", "WARN"],
            ["spam", "HIDE"]
          ])
        );
        assert.deepStrictEqual(yield* preferences.of(bob), new Map());
      })
    );
  });
