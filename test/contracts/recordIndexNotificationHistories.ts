import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import type * as Layer from "effect/Layer";
import * as fc from "fast-check";
import { Cid } from "../../src/domain/atproto/Cid.ts";
import type { Did } from "../../src/domain/atproto/Did.ts";
import { Nsid } from "../../src/domain/atproto/Nsid.ts";
import type { PropertyType } from "../../src/domain/lexicon/model/Collection.ts";
import type { LexiconSet } from "../../src/domain/lexicon/model/LexiconSet.ts";
import type { IndexedRecord } from "../../src/domain/record/index/IndexedRecord.ts";
import { RecordIndex } from "../../src/domain/record/index/RecordIndex.ts";
import { type FoundNotification, notificationsOf } from "./notificationQuery.ts";
import { dids } from "./recordIndexAddresses.ts";
import type { Index } from "./recordIndexEquality.ts";
import { cid, recordOf, setOf } from "./recordIndexFixture.ts";

const nsids = [Nsid.make("test.histories.one"), Nsid.make("test.histories.two")] as const;
const otherCid = Cid.make("bafkreibme22gw2h7y2h7tg2fhqotaqjucnbc24deqo72b6mkl2egezxhvy");

const formatted = (format: string): PropertyType => ({ _tag: "Scalar", type: "string", format, knownValues: [] });
const setWith = (who: string): LexiconSet => {
  const [one, two] = nsids.map((nsid) =>
    setOf(nsid, { who: { _tag: "List", item: formatted(who) }, subject: formatted("at-uri") })
  );
  const more = two?.collections.filter(({ nsid }) => nsid === nsids[1]) ?? [];
  return { ...(one ?? setOf(nsids[0], {})), collections: [...(one?.collections ?? []), ...more] };
};

/** One thing that happens to an index. */
type Step =
  | { readonly _tag: "Put"; readonly records: ReadonlyArray<IndexedRecord> }
  | { readonly _tag: "Remove"; readonly record: IndexedRecord }
  | { readonly _tag: "Hide" | "Show" | "Erase"; readonly did: Did }
  | { readonly _tag: "Seen"; readonly did: Did; readonly second: number }
  | { readonly _tag: "Clear" | "Reindex" }
  | { readonly _tag: "Define"; readonly who: string };

const timeOf = (second: number): string => new Date(second * 1000).toISOString();

const did = fc.constantFrom(...dids);
const second = fc.integer({ min: 0, max: 6 });

const record: fc.Arbitrary<IndexedRecord> = fc
  .record({
    did,
    nsid: fc.constantFrom(...nsids),
    rkey: fc.constantFrom("a", "b"),
    cid: fc.constantFrom(cid, otherCid),
    second,
    who: fc.subarray<string>([...dids]),
    subject: fc.option(did)
  })
  .map(({ nsid, rkey, second: at, subject, who, ...of }) =>
    recordOf(
      nsid,
      rkey,
      { who, ...(subject !== null && { subject: `at://${subject}/${nsid}/a` }) },
      { ...of, indexedAt: timeOf(at) }
    )
  );

const distinct = fc.uniqueArray(record, { selector: ({ uri }) => uri, minLength: 1, maxLength: 6 });

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: distinct.map((records): Step => ({ _tag: "Put", records })) },
  { weight: 3, arbitrary: record.map((each): Step => ({ _tag: "Remove", record: each })) },
  {
    weight: 4,
    arbitrary: fc.record({ _tag: fc.constantFrom("Hide", "Hide", "Show", "Show", "Erase"), did }) as fc.Arbitrary<Step>
  },
  { weight: 3, arbitrary: fc.record({ _tag: fc.constant("Seen" as const), did, second }) },
  { weight: 1, arbitrary: fc.constantFrom<Step>({ _tag: "Clear" }, { _tag: "Reindex" }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("did", "at-identifier", "handle").map((who): Step => ({ _tag: "Define", who }))
  }
);

/** What a history leads to, told in the simplest way. */
interface Model {
  readonly records: Map<string, IndexedRecord>;
  readonly hidden: Set<Did>;
  readonly seen: Map<Did, number>;
  who: string;
}

const put = ({ records }: Model, each: IndexedRecord): void => {
  const before = records.get(each.uri);
  records.set(each.uri, { ...each, indexedAt: before?.cid === each.cid ? before.indexedAt : each.indexedAt });
};

const removeAll = ({ records }: Model, of: (record: IndexedRecord) => boolean): void => {
  for (const each of [...records.values()]) if (of(each)) records.delete(each.uri);
};

const follow = (model: Model, each: Step): void => {
  switch (each._tag) {
    case "Put":
      for (const one of each.records) put(model, one);
      return;
    case "Remove":
      model.records.delete(each.record.uri);
      return;
    case "Hide":
      model.hidden.add(each.did);
      return;
    case "Show":
      model.hidden.delete(each.did);
      return;
    case "Erase":
      removeAll(model, (one) => one.did === each.did);
      model.hidden.add(each.did);
      model.seen.delete(each.did);
      return;
    case "Seen":
      model.seen.set(each.did, Math.max(each.second, model.seen.get(each.did) ?? 0));
      return;
    case "Clear":
      model.records.clear();
      return;
    case "Define":
      model.who = each.who;
      return;
    case "Reindex":
      return;
  }
};

const reindex = Effect.fnUntraced(function* (index: Index) {
  for (const nsid of nsids) {
    let after = yield* index.indexReferences(nsid, null, 2);
    while (after !== null) after = yield* index.indexReferences(nsid, after, 2);
  }
});

const apply = (index: Index, each: Step): Effect.Effect<unknown, unknown> => {
  switch (each._tag) {
    case "Put":
      return each.records.length === 1 && each.records[0] ? index.put(each.records[0]) : index.putAll(each.records);
    case "Remove":
      return index.remove(each.record.uri, null);
    case "Hide":
      return index.hide(each.did, "deactivated");
    case "Show":
      return index.show(each.did);
    case "Erase":
      return index.erase(each.did);
    case "Seen":
      return index.markSeen(each.did, each.second * 1_000_000);
    case "Clear":
      return index.clear;
    case "Define":
      return Effect.zipRight(index.define(setWith(each.who)), reindex(index));
    case "Reindex":
      return reindex(index);
  }
};

const refersTo = (viewer: Did, { who }: Model, { value }: IndexedRecord): string | null => {
  const { subject, who: named } = value;
  if (typeof subject === "string" && subject.startsWith(`at://${viewer}/`)) return "subject";
  return who !== "handle" && Array.isArray(named) && named.includes(viewer) ? "who" : null;
};

/** Newest first; then by URI, descending. */
const newer = (left: IndexedRecord, right: IndexedRecord): number =>
  left.indexedAt === right.indexedAt ? (left.uri > right.uri ? -1 : 1) : left.indexedAt > right.indexedAt ? -1 : 1;

const expected = (viewer: Did, model: Model): ReadonlyArray<string> =>
  [...model.records.values()]
    .filter((each) => each.did !== viewer && !model.hidden.has(each.did) && refersTo(viewer, model, each) !== null)
    .sort(newer)
    .map((each) => `${each.uri} ${each.indexedAt} ${refersTo(viewer, model, each)}`);

const readAll = Effect.fnUntraced(function* (viewer: Did) {
  const all: Array<FoundNotification> = [];
  let after: string | null = null;
  for (;;) {
    const page: Effect.Effect.Success<ReturnType<typeof notificationsOf>> = yield* notificationsOf(viewer, nsids, {
      first: 2,
      after
    });
    all.push(...page.edges);
    after = page.edges.at(-1)?.cursor ?? after;
    if (!page.pageInfo.hasNextPage) return { all, page };
  }
});

const check = Effect.fnUntraced(function* (model: Model, viewer: Did) {
  const { all, page } = yield* readAll(viewer);
  assert.deepStrictEqual(
    all.map(({ node, reason }) => `${node.uri} ${node.indexedAt} ${reason}`),
    expected(viewer, model)
  );
  const seen = model.seen.get(viewer);
  const unread = all.filter(({ node }) => seen === undefined || node.indexedAt > timeOf(seen));
  assert.deepStrictEqual(
    [page.totalCount, page.unreadCount, page.seenAt],
    [all.length, unread.length, seen === undefined ? null : timeOf(seen)]
  );
});

const live = Effect.fnUntraced(function* (steps: ReadonlyArray<Step>) {
  const index = yield* RecordIndex;
  for (const each of dids) yield* Effect.zipRight(index.erase(each), index.show(each));
  yield* index.define(setWith("did"));
  yield* reindex(index);
  const model: Model = { records: new Map(), hidden: new Set(), seen: new Map(), who: "did" };
  for (const each of steps) {
    yield* apply(index, each);
    follow(model, each);
  }
  for (const viewer of dids) yield* check(model, viewer);
});

/**
 * The counts of notifications equal the list, and the list what a simple model says, after any history. An index is used
 * for several histories if it takes long to make one.
 */
export const recordIndexNotificationHistories = <E>(
  name: string,
  { histories, perIndex }: { readonly histories: number; readonly perIndex: number },
  layer: Layer.Layer<RecordIndex, E>
) =>
  describe(`Notifications after random histories: ${name}`, () => {
    it.live(
      `equal the model after ${histories} histories`,
      () =>
        Effect.promise(async () => {
          const some = fc.array(fc.array(step, { minLength: 4, maxLength: 14 }), {
            minLength: perIndex,
            maxLength: perIndex
          });
          const property = fc.asyncProperty(some, (all) =>
            Effect.runPromise(Effect.provide(Effect.forEach(all, live, { discard: true }), layer))
          );
          await fc.assert(property, { numRuns: Math.ceil(histories / perIndex) });
        }),
      { timeout: 600_000 }
    );
  });
