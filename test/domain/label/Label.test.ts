import { assert, it } from "@effect/vitest";
import * as fc from "fast-check";
import { Did } from "../../../src/domain/atproto/Did.ts";
import {
  compareLabels,
  isActive,
  type Label,
  labelId,
  labelKeyText,
  latestLabels
} from "../../../src/domain/label/Label.ts";
import { LabelValue } from "../../../src/domain/label/LabelValue.ts";
import { runsOf } from "../../support/runsOf.ts";

const alice = Did.make("did:plc:alice");
const moderator = Did.make("did:web:moderator.example");
const other = Did.make("did:web:other.example");

const labels = fc.array(
  fc.record({
    src: fc.constantFrom(moderator, other),
    subject: fc.constant({ _tag: "AccountSubject" as const, did: alice }),
    val: fc.constantFrom(LabelValue.make("spam"), LabelValue.make("!takedown")),
    cid: fc.constantFrom(null, "a", "b"),
    neg: fc.boolean(),
    cts: fc.integer({ min: 0, max: 3 }),
    exp: fc.option(fc.integer({ min: 0, max: 9 }), { nil: null })
  }),
  { maxLength: 12 }
);

const byKey = (list: ReadonlyArray<Label>) =>
  list.toSorted((left, right) => (labelKeyText(left) < labelKeyText(right) ? -1 : 1));

it("counts the same labels in every order of arrival, in one piece or in parts", () =>
  fc.assert(
    fc.property(
      labels,
      fc.nat(12),
      fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
      (all, cut, random) => {
        const shuffled = all
          .map((label) => [random.next().value, label] as const)
          .toSorted(([left], [right]) => left - right)
          .map(([, label]) => label);
        const parts = latestLabels([...latestLabels(all.slice(0, cut)), ...latestLabels(all.slice(cut))]);
        assert.deepStrictEqual(byKey(latestLabels(shuffled)), byKey(latestLabels(all)));
        assert.deepStrictEqual(byKey(parts), byKey(latestLabels(all)));
      }
    ),
    { numRuns: runsOf(1_000) }
  ));

it("lets a negation count for the labels of its own source, subject and value only", () =>
  fc.assert(
    fc.property(labels, (all) => {
      for (const label of latestLabels(all)) {
        const rivals = all.filter((each) => labelKeyText(each) === labelKeyText(label));
        const last = Math.max(...rivals.map(({ cts }) => cts));
        const [latest] = rivals.filter(({ cts }) => cts === last).toSorted((one, two) => compareLabels(two, one));
        assert.deepStrictEqual(label, latest);
        if (rivals.some(({ cts, neg }) => cts === last && neg)) assert.isFalse(isActive(label, 0));
      }
    }),
    { numRuns: runsOf(1_000) }
  ));

it("has an id that depends on source, subject and value only", () =>
  fc.assert(
    fc.property(labels, (all) => {
      for (const one of all)
        for (const two of all)
          assert.strictEqual(labelId(one) === labelId(two), labelKeyText(one) === labelKeyText(two));
    }),
    { numRuns: runsOf(200) }
  ));

it("ends a label at the time that it states", () => {
  assert.isTrue(isActive({ neg: false, exp: 10 }, 9));
  assert.isFalse(isActive({ neg: false, exp: 10 }, 10));
  assert.isTrue(isActive({ neg: false, exp: null }, Number.MAX_SAFE_INTEGER));
});
