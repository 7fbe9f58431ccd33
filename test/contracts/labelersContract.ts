import { assert, it } from "@effect/vitest";
import * as Deferred from "effect/Deferred";
import * as Effect from "effect/Effect";
import * as Fiber from "effect/Fiber";
import type * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import { Did } from "../../src/domain/atproto/Did.ts";
import { Atomically } from "../../src/domain/event/Atomically.ts";
import { Labelers } from "../../src/domain/labeler/Labelers.ts";
import type { LabelRejection } from "../../src/domain/labeler/LabelRejection.ts";

let made = 0;
const freshDid = (): Did => {
  made += 1;
  return Did.make(`did:plc:${String.fromCharCode(97 + (made % 26)).repeat(20)}${String.fromCharCode(97 + made)}aaa`);
};

const rejection = (reason: LabelRejection["reason"], val: string | null = null): LabelRejection => ({
  reason,
  detail: `detail of ${val}`,
  uri: null,
  val
});

const find = (did: Did) =>
  Effect.map(
    Effect.flatMap(Labelers, ({ hold }) => hold(did)),
    Option.getOrNull
  );

/** Which labelers there are, and what was rejected of them. */
export const labelersContract = <E>(name: string, stores: Layer.Layer<Labelers | Atomically, E>) =>
  it.layer(stores, { timeout: "60 seconds" })(`Labelers contract: ${name}`, (it) => {
    it.effect("adds a labeler once, and lists all by DID", () =>
      Effect.gen(function* () {
        const { add, list, setEndpoint } = yield* Labelers;
        const dids = [freshDid(), freshDid()];
        for (const did of dids.toReversed()) yield* add(did);
        yield* setEndpoint(dids[0] ?? freshDid(), "https://labeler.example.com");
        for (const did of dids) yield* add(did);
        const listed = (yield* list).filter(({ did }) => dids.includes(did));
        assert.deepStrictEqual(
          listed.map(({ did }) => did),
          dids.toSorted()
        );
        assert.deepStrictEqual(
          listed.find(({ did }) => did === dids[0]),
          { did: dids[0] ?? freshDid(), endpoint: "https://labeler.example.com", missedAt: null, rejections: [] }
        );
      })
    );

    it.effect("removes a labeler with what is known of it", () =>
      Effect.gen(function* () {
        const { add, reject, remove, setEndpoint, setMissed } = yield* Labelers;
        const [did, other] = [freshDid(), freshDid()];
        yield* add(did);
        yield* add(other);
        yield* setEndpoint(did, "https://labeler.example.com");
        yield* setMissed(did, 1_790_000_000_123);
        yield* reject(did, [rejection("unsigned")], 1);
        assert.deepInclude(yield* find(did), { endpoint: "https://labeler.example.com", missedAt: 1_790_000_000_123 });
        yield* remove(did);
        assert.isNull(yield* find(did));
        assert.isNotNull(yield* find(other));
        yield* add(did);
        assert.deepStrictEqual(yield* find(did), { did, endpoint: null, missedAt: null, rejections: [] });
      })
    );

    it.effect("remembers former labelers until they are forgotten or added again", () =>
      Effect.gen(function* () {
        const { add, forget, former, holdFormer, list, remove } = yield* Labelers;
        const [did, other] = [freshDid(), freshDid()];
        yield* remove(other);
        yield* forget(other);
        assert.isFalse(yield* holdFormer(other));
        for (const each of [did, other]) yield* add(each);
        for (const each of [did, other]) yield* remove(each);
        assert.includeMembers([...(yield* former)], [did, other]);
        assert.isEmpty((yield* list).filter((each) => [did, other].includes(each.did)));
        assert.isTrue(yield* holdFormer(did));
        yield* forget(other);
        yield* add(did);
        assert.isFalse(yield* holdFormer(did));
        assert.isEmpty((yield* former).filter((each) => [did, other].includes(each)));
        yield* forget(did);
        assert.isNotNull(yield* find(did));
      })
    );

    it.effect("counts rejected labels by reason, and keeps the last one of each", () =>
      Effect.gen(function* () {
        const { add, reject } = yield* Labelers;
        const did = freshDid();
        yield* add(did);
        yield* reject(did, [], 1);
        yield* reject(did, [rejection("unsigned", "a"), rejection("malformed"), rejection("unsigned", "b")], 2);
        yield* reject(did, [{ ...rejection("unsigned", 'c"\n'), uri: "at://x" }], 1_790_000_000_123);
        const found = yield* find(did);
        assert.deepStrictEqual(found?.rejections, [
          { ...rejection("malformed"), count: 1, lastAt: 2 },
          { ...rejection("unsigned", 'c"\n'), uri: "at://x", count: 3, lastAt: 1_790_000_000_123 }
        ]);
      })
    );

    it.effect("changes with the transaction, or not at all (EV-05)", () =>
      Effect.gen(function* () {
        const { add, reject } = yield* Labelers;
        const { run } = yield* Atomically;
        const did = freshDid();
        yield* Effect.flip(run(Effect.zipRight(add(did), Effect.fail("refused"))));
        assert.isNull(yield* find(did));
        yield* add(did);
        yield* Effect.flip(run(Effect.zipRight(reject(did, [rejection("unsigned")], 1), Effect.fail("refused"))));
        assert.deepStrictEqual((yield* find(did))?.rejections, []);
      })
    );

    it.effect("does not remove a labeler that a transaction holds before it ends", () =>
      Effect.gen(function* () {
        const { add, hold, reject, remove } = yield* Labelers;
        const { run } = yield* Atomically;
        const did = freshDid();
        yield* add(did);
        const [held, finish] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()];
        const holder = yield* Effect.fork(
          run(
            Effect.gen(function* () {
              const found = yield* hold(did);
              yield* Deferred.succeed(held, undefined);
              yield* Deferred.await(finish);
              yield* reject(did, [rejection("unsigned")], 1);
              return Option.isSome(found);
            })
          )
        );
        yield* Deferred.await(held);
        const removal = yield* Effect.fork(remove(did));
        yield* Effect.yieldNow();
        yield* Deferred.succeed(finish, undefined);
        assert.isTrue(yield* Fiber.join(holder));
        yield* Fiber.join(removal);
        assert.isNull(yield* find(did));
      })
    );
  });
