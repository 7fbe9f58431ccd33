import { assert, describe, it } from "@effect/vitest";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Runtime from "effect/Runtime";
import * as fc from "fast-check";
import { settleTakedowns } from "../../src/application/labels/settleTakedowns.ts";
import { Did } from "../../src/domain/atproto/Did.ts";
import type { Label } from "../../src/domain/label/Label.ts";
import { LabelVisibility } from "../../src/domain/label/LabelDefinition.ts";
import { LabelPreferences } from "../../src/domain/label/LabelPreferences.ts";
import { LabelStore } from "../../src/domain/label/LabelStore.ts";
import type { LabelSubject } from "../../src/domain/label/LabelSubject.ts";
import { LabelValue } from "../../src/domain/label/LabelValue.ts";
import { Takedowns } from "../../src/domain/label/Takedowns.ts";
import { RecordIndex } from "../../src/domain/record/index/RecordIndex.ts";
import type { Filter, Page, RecordQuery } from "../../src/domain/record/query/RecordQuery.ts";
import { dids, records } from "./recordIndexAddresses.ts";
import { filter } from "./recordIndexConditions.ts";
import { live } from "./recordIndexEquality.ts";
import { nsids } from "./recordIndexLexicons.ts";
import { parameters } from "./recordIndexParameters.ts";
import { asked } from "./recordIndexQueries.ts";
import { world } from "./recordIndexWorld.ts";

type Services = RecordIndex | LabelStore | LabelPreferences | Takedowns;

const queriesPerWorld = 10;

const subject: fc.Arbitrary<LabelSubject> = fc.oneof(
  fc.constantFrom(...dids).map((did): LabelSubject => ({ _tag: "AccountSubject", did })),
  {
    weight: 4,
    arbitrary: fc.constantFrom(...records).map((uri): LabelSubject => {
      const did = Did.make(uri.split("/")[2] === dids[0] ? dids[0] : uri.split("/")[2] === dids[1] ? dids[1] : dids[2]);
      return { _tag: "RecordSubject", did, uri };
    })
  }
);

const labels: fc.Arbitrary<ReadonlyArray<Label>> = fc.array(
  fc.record({
    src: fc.constantFrom(Did.make("did:web:labeler.example"), Did.make("did:web:other.example"), dids[0]),
    subject,
    val: fc.constantFrom("a", "A", "é", "porn", "spam", "!hide", "!takedown").map((val) => LabelValue.make(val)),
    cid: fc.constantFrom(null, "bafy"),
    neg: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.constant(true)),
    cts: fc.integer({ min: 0, max: 4 }),
    // One is long over, and one is far away: no answer depends on when it is given.
    exp: fc.constantFrom(null, null, 1, 9e12)
  }),
  { maxLength: 30 }
);

const preferences = fc.array(
  fc.tuple(
    fc.constantFrom(...dids),
    fc.constantFrom("a", "porn", "spam", "!hide"),
    fc.constantFrom(...LabelVisibility.literals)
  ),
  { maxLength: 5 }
);

const lived = world.chain((each) =>
  fc.record({
    world: fc.constant(each),
    labels,
    preferences,
    hidden: fc.subarray<Did>([...dids], { maxLength: 1 }),
    queries: fc.array(asked(each.after).query, { minLength: queriesPerWorld, maxLength: queriesPerWorld }),
    where: fc.constantFrom(...nsids).chain((nsid) => fc.tuple(fc.constant(nsid), filter(each.after, nsid, 1)))
  })
);

type Lived = typeof lived extends fc.Arbitrary<infer A> ? A : never;

/** Lives through a world with labels, in whatever order they come, and accounts that are hidden beside. */
const liveLabeled = ({ hidden, labels: some, preferences: chosen, world: one }: Lived) =>
  Effect.gen(function* () {
    const [index, store, takedowns] = [yield* RecordIndex, yield* LabelStore, yield* Takedowns];
    for (const did of dids) yield* index.show(did);
    for (const left of yield* takedowns.list(null, 1_000)) yield* index.restore(left);
    for (const src of yield* store.sources) yield* store.removeOf(src, 1_000);
    const half = Math.floor(some.length / 2);
    yield* store.put(some.slice(0, half));
    yield* settleTakedowns(some.slice(0, half).map((label) => label.subject));
    yield* live(index, one);
    for (const did of hidden) yield* index.hide(did, "deactivated");
    yield* store.put(some.slice(half));
    yield* settleTakedowns(some.map((label) => label.subject));
    for (const [did, val, visibility] of chosen) yield* (yield* LabelPreferences).set(did, val, visibility);
  });

const everyPage = (collection: Page["collection"], where: Filter): RecordQuery => ({
  roots: [
    {
      _tag: "PageRoot",
      key: "page",
      page: {
        collection,
        where,
        sort: [{ operand: { _tag: "MetaOperand", meta: "uri" }, direction: "ASC" }],
        direction: "forward",
        take: { _tag: "Parameter", index: parameters.indexOf(1000) },
        after: null,
        before: null,
        members: [
          { _tag: "TotalCount", key: "count" },
          { _tag: "Nodes", key: "nodes", selection: [{ _tag: "MetaField", key: "uri", meta: "uri" }] }
        ]
      }
    }
  ]
});

const countAndLength = (text: string) => {
  const { page } = JSON.parse(text);
  return [page.count, page.nodes.length] as const;
};

/** Two indexes with the same labels, takedowns, preferences and hidden accounts answer every query of everybody alike. */
export const recordIndexLabelEquality = <E>(
  name: string,
  worlds: number,
  expected: Layer.Layer<Services, E>,
  actual: Layer.Layer<Services, E>
) =>
  describe(`Equality of labeled records: ${name}`, () => {
    it.scopedLive(
      `gives the same bytes to ${worlds * queriesPerWorld} random queries, and counts what it lists`,
      () =>
        Effect.gen(function* () {
          const left = yield* Layer.build(expected);
          const right = yield* Layer.build(actual);
          const run = Runtime.runPromise(yield* Effect.runtime<never>());
          const compare = Effect.fnUntraced(function* (query: RecordQuery, author: Did | null) {
            const wanted = yield* Context.get(left, RecordIndex).query(query, parameters, author);
            const given = yield* Context.get(right, RecordIndex).query(query, parameters, author);
            assert.strictEqual(given, wanted, `${author}: ${JSON.stringify(query)}`);
            return given;
          });
          const property = fc.asyncProperty(lived, (one) =>
            run(
              Effect.gen(function* () {
                yield* Effect.provide(liveLabeled(one), left);
                yield* Effect.provide(liveLabeled(one), right);
                // An author who is hidden by the status of the account has no queries of their own.
                const authors = [null, ...dids.filter((did) => !one.hidden.includes(did))];
                for (const [at, query] of one.queries.entries())
                  yield* compare(query, authors[at % authors.length] ?? null);
                for (const author of authors) {
                  const [count, length] = countAndLength(yield* compare(everyPage(...one.where), author));
                  assert.strictEqual(count, length);
                }
              })
            )
          );
          yield* Effect.promise(() => fc.assert(property, { numRuns: worlds }));
        }),
      { timeout: 600_000 }
    );
  });
