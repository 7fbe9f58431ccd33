import { assert, it } from "@effect/vitest";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Fiber from "effect/Fiber";
import * as Layer from "effect/Layer";
import * as Ref from "effect/Ref";
import * as GraphqlApiLexicons from "../../../../src/adapters/graphql/GraphqlApiLexicons.ts";
import { Nsid } from "../../../../src/domain/atproto/Nsid.ts";
import { RecordIndex } from "../../../../src/domain/record/index/RecordIndex.ts";
import { recordOf } from "../../../contracts/recordIndexFixture.ts";
import { memoryService } from "../../../support/memoryService.ts";
import { lexicons } from "../../http/graphql/graphqlServer.ts";
import { subscribe, take } from "./subscriber.ts";

/** Counts the queries of the index. */
class Queries extends Context.Tag("test/Queries")<Queries, Ref.Ref<number>>() {}

const counted = Layer.effect(
  RecordIndex,
  Effect.gen(function* () {
    const index = yield* RecordIndex;
    const queries = yield* Queries;
    return {
      ...index,
      query: (query, parameters) =>
        Effect.zipRight(
          Ref.update(queries, (n) => n + 1),
          index.query(query, parameters)
        )
    };
  })
);

const layer = GraphqlApiLexicons.layer.pipe(
  Layer.provideMerge(counted),
  Layer.provideMerge(Layer.effect(Queries, Ref.make(0))),
  Layer.provideMerge(lexicons),
  Layer.provideMerge(memoryService)
);

const status = (rkey: string, emoji: string) =>
  recordOf(Nsid.make("xyz.statusphere.status"), rkey, { status: emoji, createdAt: "2024-01-01T00:00:00Z" });

const created = `subscription($some: [String!], $after: String) {
  xyzStatusphereStatusCreated(where: {status: {in: $some}}, after: $after) { rkey status }
}`;

const subscribers = (count: number, some: ReadonlyArray<string>) =>
  Effect.forEach(Array.from({ length: count }), () => subscribe(created, { variables: { some } }));

/** Lets groups read what was committed. */
const settle: Effect.Effect<void> = Effect.async((resume) => {
  setImmediate(() => setImmediate(() => resume(Effect.void)));
});

it.scoped("subscribers share one query for each change, also those with other values in the filter", () =>
  Effect.gen(function* () {
    const index = yield* RecordIndex;
    const queries = yield* Queries;
    const all = [...(yield* subscribers(40, ["A", "B"])), ...(yield* subscribers(40, ["A"]))];
    const taking = yield* Effect.fork(Effect.forEach(all, (each) => take(1, each), { concurrency: "unbounded" }));
    yield* settle;
    yield* Ref.set(queries, 0);
    yield* index.put(status("a", "A"));
    for (const [told] of yield* Fiber.join(taking))
      assert.deepStrictEqual(told?.data.xyzStatusphereStatusCreated, { rkey: "a", status: "A" });
    assert.strictEqual(yield* Ref.get(queries), 1);
  }).pipe(Effect.provide(layer))
);

it.scoped("each subscriber gets every event once, whenever it joins or leaves, and can continue", () =>
  Effect.gen(function* () {
    const index = yield* RecordIndex;
    const [early, quick] = yield* subscribers(2, ["A"]);
    if (early === undefined || quick === undefined) return yield* Effect.dieMessage("no subscribers");
    const taking = yield* Effect.fork(take(400, quick));
    const leaving = yield* Effect.fork(take(1, early));
    yield* settle;
    for (let at = 0; at < 400; at += 1) yield* index.put(status(`r${at}`, "A"));
    const [first] = yield* Fiber.join(leaving);
    const after = first?.extensions.cursor;
    const resuming = yield* Effect.fork(
      Effect.flatMap(subscribe(created, { variables: { some: ["A"], after } }), (each) => take(799, each))
    );
    for (let at = 400; at < 800; at += 1) yield* Effect.zipRight(index.put(status(`r${at}`, "A")), settle);
    assert.strictEqual((yield* Fiber.join(taking)).length, 400);
    assert.deepStrictEqual(
      (yield* Fiber.join(resuming)).map(({ data }) => data.xyzStatusphereStatusCreated?.rkey),
      Array.from({ length: 799 }, (_, at) => `r${at + 1}`)
    );
  }).pipe(Effect.provide(layer))
);

it.scoped("subscriptions without a filter share nothing if they are of other changes, or select something else", () =>
  Effect.gen(function* () {
    const index = yield* RecordIndex;
    const open = (kind: string, fields: string) =>
      subscribe(`subscription { told: xyzStatusphereStatus${kind} { ${fields} } }`);
    const [all, selected, updated, deleted] = [
      yield* open("Created", "rkey status"),
      yield* open("Created", "status"),
      yield* open("Updated", "rkey status"),
      yield* open("Deleted", "rkey")
    ];
    const taking = yield* Effect.fork(
      Effect.forEach([all, selected, updated, deleted], (each) => take(1, each), { concurrency: "unbounded" })
    );
    yield* settle;
    yield* index.put(status("a", "A"));
    yield* settle;
    yield* index.put(status("a", "B"));
    yield* settle;
    yield* index.remove(status("a", "B").uri, null);
    const told = (yield* Fiber.join(taking)).flat();
    assert.deepStrictEqual(
      told.map(({ data }) => data.told),
      [{ rkey: "a", status: "A" }, { status: "A" }, { rkey: "a", status: "B" }, { rkey: "a" }]
    );
  }).pipe(Effect.provide(layer))
);
