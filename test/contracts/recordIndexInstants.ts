import { expect, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import type * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import { Nsid } from "../../src/domain/atproto/Nsid.ts";
import { RecordIndex } from "../../src/domain/record/index/RecordIndex.ts";
import type { Interval } from "../../src/domain/record/query/Interval.ts";
import type { GroupKey, RecordQuery, SortKey } from "../../src/domain/record/query/RecordQuery.ts";
import { type Instant, instant } from "../../src/domain/record/value/instant.ts";
import { everything, keysOf, operand, pageOf, parameter, recordOf, scalar, setOf } from "./recordIndexFixture.ts";
import { walk } from "./recordIndexWalk.ts";

const at = operand("at", "instant");
const oldestFirst: ReadonlyArray<SortKey> = [{ operand: at, direction: "ASC" }];

/** In order, each a microsecond from its neighbours or as far as the format goes; the order is that of their text. */
const times = [
  "0000-01-01T00:00:00Z",
  "0000-01-01T00:00:00.000001Z",
  "1683-01-01T00:00:00.000001Z",
  "1683-01-01T00:00:00.000002Z",
  "1970-01-01T00:00:00Z",
  ...[1, 2, 3, 4, 5, 6].map((microsecond) => `2300-01-01T00:00:00.00000${microsecond}Z`),
  "9999-12-31T23:59:59.999998Z",
  "9999-12-31T23:59:59.999999999Z"
];

const keys = times.map((_, place) => String.fromCharCode(97 + place));
/** Stored in another order than that of their times. */
const stored = times.map((time, place) => [keys[place] ?? "", time] as const).toReversed();

const moment = (text: string): Instant => Option.getOrThrow(instant(text));

const groupsOf = (collection: Nsid, groups: ReadonlyArray<GroupKey>): RecordQuery => ({
  roots: [
    {
      _tag: "AggregateRoot",
      key: "groups",
      aggregate: {
        collection,
        where: everything,
        groups,
        order: "DESC",
        limit: parameter(0),
        members: [
          { _tag: "GroupValue", key: "value", group: 0 },
          { _tag: "GroupCount", key: "n" }
        ]
      }
    }
  ]
});

/** Instants are exact to the microsecond in every year of the format, whatever an index keeps them as. */
export const recordIndexInstants = <E>(name: string, layer: Layer.Layer<RecordIndex, E>) =>
  it.layer(layer, { timeout: "60 seconds" })(`RecordIndex instants: ${name}`, (it) => {
    const filled = (collection: Nsid) =>
      Effect.gen(function* () {
        const index = yield* RecordIndex;
        yield* index.define(setOf(collection, { at: scalar("instant") }));
        for (const [key, time] of stored) yield* index.put(recordOf(collection, key, { at: time }));
        return index;
      });

    it.effect("sorts and finds each microsecond", () =>
      Effect.gen(function* () {
        const nsid = Nsid.make("test.contract.instants");
        yield* filled(nsid);
        expect(yield* keysOf(nsid, { sort: oldestFirst })).toBe(keys.join(" "));
        for (const [place, time] of times.entries()) {
          const compare = (operator: "eq" | "gt" | "lt") =>
            keysOf(
              nsid,
              { sort: oldestFirst, where: { _tag: "Compare", operand: at, operator, value: parameter(1) } },
              [moment(time)]
            );
          expect(yield* compare("eq")).toBe(keys[place]);
          expect(yield* compare("lt")).toBe(keys.slice(0, place).join(" "));
          expect(yield* compare("gt")).toBe(keys.slice(place + 1).join(" "));
        }
        const among = { _tag: "Among", operand: at, negated: false, values: parameter(1) } as const;
        expect(
          yield* keysOf(nsid, { sort: oldestFirst, where: among }, [
            [moment("2300-01-01T00:00:00.000004Z"), moment("1970-01-01T00:00:00Z")]
          ])
        ).toBe([keys[4], keys[8]].join(" "));
      })
    );

    it.effect("visits each instant once in pages of one", () =>
      Effect.gen(function* () {
        const nsid = Nsid.make("test.contract.instantPages");
        const index = yield* filled(nsid);
        const page = pageOf(nsid, [], { sort: oldestFirst }).roots[0];
        if (page?._tag !== "PageRoot") return;
        for (const direction of ["forward", "backward"] as const) {
          const steps = yield* walk(index, { page: page.page, parameters: [], direction, take: 1 });
          const uris = steps.flatMap((step) => step.uris);
          expect(uris.map((each) => each.at(-1))).toEqual(direction === "forward" ? keys : keys.toReversed());
        }
      })
    );

    it.effect("groups instants exactly, and by intervals that are named as text", () =>
      Effect.gen(function* () {
        const nsid = Nsid.make("test.contract.instantGroups");
        const index = yield* filled(nsid);
        const groups = (interval: Interval | null) =>
          Effect.map(
            index.query(groupsOf(nsid, [{ _tag: "ValueGroup", operand: at, interval }]), [100]),
            (text): ReadonlyArray<string> =>
              JSON.parse(text).groups.map(({ n, value }: { n: number; value: string }) => `${value} ${n}`)
          );
        expect(yield* groups(null)).toHaveLength(times.length);
        expect(yield* groups(null)).toContain("2300-01-01T00:00:00.000003Z 1");
        expect(yield* groups("HOUR")).toEqual([
          "2300-01-01T00:00 6",
          "0000-01-01T00:00 2",
          "1683-01-01T00:00 2",
          "9999-12-31T23:00 2",
          "1970-01-01T00:00 1"
        ]);
        expect(yield* groups("DAY")).toEqual([
          "2300-01-01 6",
          "0000-01-01 2",
          "1683-01-01 2",
          "9999-12-31 2",
          "1970-01-01 1"
        ]);
        expect(yield* groups("WEEK")).toEqual([
          "2300-W01 6",
          "-000001-W52 2",
          "1682-W53 2",
          "9999-W52 2",
          "1970-W01 1"
        ]);
        expect(yield* groups("MONTH")).toEqual(["2300-01 6", "0000-01 2", "1683-01 2", "9999-12 2", "1970-01 1"]);
      })
    );

    it.effect("groups by a complete list as stored", () =>
      Effect.gen(function* () {
        const index = yield* RecordIndex;
        const nsid = Nsid.make("test.contract.listGroups");
        yield* index.define(setOf(nsid, { artists: { _tag: "List", item: { _tag: "Unknown" } } }));
        const lists = [
          [{ name: "a\u0000", id: 1 }, "b"],
          [{ id: 1, name: "a\u0000" }, "b"],
          ["b", { name: "a\u0000", id: 1 }],
          [],
          "no list",
          null
        ];
        for (const [place, artists] of lists.entries()) yield* index.put(recordOf(nsid, `k${place}`, { artists }));
        const text = yield* index.query(groupsOf(nsid, [{ _tag: "ListGroup", property: "artists" }]), [100]);
        const found: ReadonlyArray<{ readonly value: unknown; readonly n: number }> = JSON.parse(text).groups;
        expect(found.slice(0, 2)).toEqual(
          expect.arrayContaining([
            { value: lists[0], n: 2 },
            { value: null, n: 2 }
          ])
        );
        expect(found[1]).toEqual({ value: null, n: 2 });
        expect(found.slice(2)).toEqual(
          expect.arrayContaining([
            { value: lists[2], n: 1 },
            { value: [], n: 1 }
          ])
        );
        expect(text).toContain('[{"id":1,"name":"a\\u0000"},"b"]');
      })
    );
  });
