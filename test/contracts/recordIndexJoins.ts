import { expect, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import type * as Layer from "effect/Layer";
import type { Nsid } from "../../src/domain/atproto/Nsid.ts";
import { RecordIndex } from "../../src/domain/record/index/RecordIndex.ts";
import type {
  AnySelection,
  Field,
  Page,
  ParameterValue,
  Root,
  Shape
} from "../../src/domain/record/query/RecordQuery.ts";

import { alice, bob, everything, newestFirst, parameter, rkey } from "./recordIndexFixture.ts";
import { follow, lexicons, like, post, records, uriOf } from "./recordIndexPosts.ts";

const lived = Effect.gen(function* () {
  const index = yield* RecordIndex;
  yield* index.define(lexicons);
  yield* Effect.forEach(records, index.put);
  return index;
});

const any: AnySelection = new Map([
  [post, [rkey]],
  [like, [rkey]]
]);
const resolved = (name: string, many = false) =>
  ({ _tag: "Resolved", key: name, property: name, many, selections: any }) as const;
const page = (nsid: Nsid, members: Page["members"], more: Partial<Page> = {}): Page => ({
  collection: nsid,
  where: everything,
  sort: newestFirst,
  direction: "forward",
  take: parameter(0),
  after: null,
  before: null,
  members,
  ...more
});
const keys: Page["members"][number] = { _tag: "Nodes", key: "nodes", selection: [rkey] };
const count: Page["members"][number] = { _tag: "TotalCount", key: "n" };

/** The answer of the first root. */
const ask = (root: Root, ...parameters: ReadonlyArray<ParameterValue>) =>
  Effect.gen(function* () {
    const index = yield* lived;
    return JSON.parse(yield* index.query({ roots: [root] }, parameters))[root.key];
  });

const ofPosts = (selection: ReadonlyArray<Field>, ...parameters: ReadonlyArray<ParameterValue>) =>
  Effect.map(
    ask(
      { _tag: "PageRoot", key: "p", page: page(post, [{ _tag: "Nodes", key: "nodes", selection }]) },
      100,
      ...parameters
    ),
    ({ nodes }) => nodes.toReversed()
  );

/** What every record index says of records that point at one another, and of many at once. */
export const recordIndexJoins = <E>(name: string, layer: Layer.Layer<RecordIndex, E>) =>
  it.layer(layer, { timeout: "60 seconds" })(`RecordIndex joins: ${name}`, (it) => {
    it.effect("returns the record at an AT URI, whatever its collection", () =>
      Effect.gen(function* () {
        const record = (uri: string) =>
          ask({ _tag: "AnyRecordRoot", key: "r", uri: parameter(0), selections: any }, uri);
        expect(yield* record(uriOf(post, "a"))).toEqual({ rkey: "a" });
        expect(yield* record(uriOf(like, "z", bob))).toEqual({ rkey: "z" });
        expect(yield* record(uriOf(follow, "f", bob))).toBeNull();
        expect(yield* record(uriOf(post, "gone"))).toBeNull();
        expect(yield* record("no\u0000where")).toBeNull();
      })
    );

    it.effect("follows a property to the record it refers to, and a list item by item", () =>
      Effect.gen(function* () {
        expect(yield* ofPosts([resolved("pinned"), resolved("others", true)])).toEqual([
          { pinned: null, others: null },
          { pinned: { rkey: "x" }, others: [{ rkey: "b" }, null, null] },
          { pinned: { rkey: "a" }, others: null }
        ]);
      })
    );

    it.effect("follows references within objects, lists and unions", () =>
      Effect.gen(function* () {
        const reply: Shape = { _tag: "ObjectShape", members: [resolved("root")] };
        const quote: Shape = {
          _tag: "UnionShape",
          variants: new Map([
            ["test.joins.defs#quote", [resolved("quoted"), { ...resolved("all", true) }]],
            ["test.joins.defs#other", [resolved("quoted")]],
            ["com.atproto.repo.strongRef#main", [resolved("uri")]]
          ])
        };
        const others: Shape = { _tag: "ListShape", item: { _tag: "ObjectShape", members: [resolved("uri")] } };
        const field = (key: string, shape: Shape): Field => ({ _tag: "PropertyField", key, property: key, shape });
        expect(yield* ofPosts([field("reply", reply), field("media", quote), field("others", others)])).toEqual([
          { reply: null, media: null, others: null },
          {
            reply: { root: { rkey: "a" } },
            media: { quoted: { rkey: "x" }, all: [{ rkey: "a" }, null, null, { rkey: "b" }, null] },
            others: [{ uri: { rkey: "b" } }, null, { uri: null }]
          },
          { reply: { root: null }, media: { uri: { rkey: "b" } }, others: null }
        ]);
      })
    );

    it.effect("returns the records that point at a record, newest first, and counts them", () =>
      Effect.gen(function* () {
        const likes: Field = {
          _tag: "ReverseJoin",
          key: "likes",
          via: ["subject"],
          page: page(like, [keys, count], { take: parameter(1) })
        };
        const replies = (last: "root" | "parent"): Field => ({
          _tag: "ReverseJoin",
          key: last,
          via: ["reply", last],
          page: page(post, [keys], { take: parameter(1) })
        });
        const none = { nodes: [] };
        const b = { nodes: [{ rkey: "b" }] };
        expect(yield* ofPosts([likes, replies("root"), replies("parent")], 2)).toEqual([
          { likes: { nodes: [{ rkey: "z" }, { rkey: "y" }], n: 3 }, root: b, parent: none },
          { likes: { nodes: [], n: 0 }, root: none, parent: none },
          { likes: { nodes: [], n: 0 }, root: none, parent: b }
        ]);
      })
    );

    it.effect("returns the viewer's own record that points at a record or its author, the newest of several", () =>
      Effect.gen(function* () {
        const own = (nsid: Nsid, target: "uri" | "did", viewer: number | null): Field => ({
          _tag: "ViewerRecord",
          key: target,
          collection: nsid,
          via: ["subject"],
          target,
          viewer: viewer === null ? null : parameter(viewer),
          selection: [rkey]
        });
        const asked = (viewer: number | null) => [own(like, "uri", viewer), own(follow, "did", viewer)];
        expect((yield* ofPosts(asked(1), alice))[0]).toEqual({ uri: { rkey: "y" }, did: null });
        expect((yield* ofPosts(asked(1), bob))[0]).toEqual({ uri: { rkey: "z" }, did: { rkey: "g" } });
        expect((yield* ofPosts(asked(1), bob))[1]).toEqual({ uri: null, did: { rkey: "g" } });
        expect((yield* ofPosts(asked(null)))[0]).toEqual({ uri: null, did: null });
      })
    );

    it.effect("counts records by their values, and by time intervals", () =>
      Effect.gen(function* () {
        const groups = (
          interval: "HOUR" | "DAY" | "WEEK" | "MONTH" | null,
          limit: number,
          order: "ASC" | "DESC" = "DESC"
        ) =>
          Effect.map(
            ask(
              {
                _tag: "AggregateRoot",
                key: "g",
                aggregate: {
                  collection: post,
                  where: everything,
                  groups: [
                    {
                      _tag: "ValueGroup",
                      operand: { _tag: "PropertyOperand", path: ["at"], type: "instant" },
                      interval
                    },
                    {
                      _tag: "ValueGroup",
                      operand: { _tag: "PropertyOperand", path: ["lang"], type: "string" },
                      interval: null
                    }
                  ],
                  order,
                  limit: parameter(0),
                  members: [
                    { _tag: "GroupValue", key: "at", group: 0 },
                    { _tag: "GroupValue", key: "lang", group: 1 },
                    { _tag: "GroupCount", key: "n" },
                    { _tag: "GroupTypename", key: "t", name: "T" }
                  ]
                }
              },
              limit
            ),
            (found: ReadonlyArray<Record<string, unknown>>) =>
              found.map(({ at: start, lang, n, t }) => [start, lang, n, t].join(" "))
          );
        expect(yield* groups("MONTH", 9)).toEqual(["2024-03 en 2 T", "2024-03  1 T"]);
        expect(yield* groups("MONTH", 1, "ASC")).toEqual(["2024-03  1 T"]);
        expect(yield* groups("WEEK", 9)).toEqual(["2024-W09 en 2 T", "2024-W10  1 T"]);
        expect(yield* groups("DAY", 2)).toEqual(["2024-03-01 en 1 T", "2024-03-03 en 1 T"]);
        expect(yield* groups("HOUR", 1)).toEqual(["2024-03-01T01:00 en 1 T"]);
        expect(yield* groups(null, 2)).toEqual([
          "2024-03-01T01:30:00.000Z en 1 T",
          "2024-03-03T23:59:59.000001Z en 1 T"
        ]);
      })
    );

    it.effect("cuts a page between two positions", () =>
      Effect.gen(function* () {
        const info: Page["members"][number] = {
          _tag: "PageInfo",
          key: "i",
          members: [
            { _tag: "HasPreviousPage", key: "p" },
            { _tag: "HasNextPage", key: "n" }
          ]
        };
        const seek = (value: number, uri: number) => ({ values: [parameter(value)], uri: parameter(uri) });
        const cut = (direction: Page["direction"], take: number, after: string, before: string) =>
          Effect.map(
            ask(
              {
                _tag: "PageRoot",
                key: "p",
                page: page(like, [keys, info], { direction, after: seek(1, 2), before: seek(3, 4) })
              },
              take,
              ...[after, before].flatMap((key) => {
                const found = records.find((each) => String(each.rkey) === key);
                return [Date.parse(found?.indexedAt ?? "") * 1000, found?.uri ?? ""];
              })
            ),
            ({ nodes, i }) => [nodes.map((node: { rkey: string }) => node.rkey).join(" "), i.p, i.n]
          );
        expect(yield* cut("forward", 9, "w", "x")).toEqual(["z y", true, false]);
        expect(yield* cut("forward", 1, "w", "x")).toEqual(["z", true, true]);
        expect(yield* cut("backward", 9, "w", "x")).toEqual(["z y", false, true]);
        expect(yield* cut("backward", 1, "w", "x")).toEqual(["y", true, true]);
        expect(yield* cut("forward", 9, "x", "w")).toEqual(["", true, false]);
      })
    );
  });
