import { randomUUID } from "node:crypto";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import type * as Layer from "effect/Layer";
import { Did } from "../../src/domain/atproto/Did.ts";
import { Atomically } from "../../src/domain/event/Atomically.ts";
import { FollowedRepositories, type FollowedRepository } from "../../src/domain/sync/stream/FollowedRepositories.ts";

const freshDid = () => Did.make(`did:web:${randomUUID()}.test`);

const followed = (did: Did, more: Partial<FollowedRepository> = {}): FollowedRepository => ({
  did,
  rev: "3l2zpbbhyxs2b",
  data: "bafyreie5cvv4h45feadgeuwhbcutmh6t2ceseocckahdoe6uat64zmz454",
  desynchronizedAt: null,
  gapRev: null,
  account: null,
  ...more
});

const one = (did: Did) =>
  Effect.flatMap(FollowedRepositories, ({ find }) => Effect.map(find([did]), (all) => all.get(did)));

/** What is known of the repositories that are followed. */
export const followedRepositoriesContract = <E>(
  name: string,
  stores: Layer.Layer<FollowedRepositories | Atomically, E>
) =>
  it.layer(stores, { timeout: "60 seconds" })(`FollowedRepositories contract: ${name}`, (it) => {
    it.effect("returns what was stored, for the accounts that were asked for", () =>
      Effect.gen(function* () {
        const { find, put } = yield* FollowedRepositories;
        const [alice, bob, carol] = [freshDid(), freshDid(), freshDid()];
        const all = [
          followed(alice, { data: null, desynchronizedAt: 1_790_000_000_123, gapRev: "3l2zpbbhyxs2a" }),
          followed(bob, { account: { address: "wss://relay.test", generation: 2, cursor: 1_790_000_000_123_456 } }),
          followed(carol)
        ];
        yield* put(all);
        const found = yield* find([bob, alice, freshDid(), bob]);
        assert.deepStrictEqual([...found.keys()].toSorted(), [alice, bob].toSorted());
        assert.deepStrictEqual([found.get(alice), found.get(bob)], all.slice(0, 2));
        assert.deepStrictEqual(yield* find([]), new Map());
      })
    );

    it.effect("replaces entries, by the last one of an account", () =>
      Effect.gen(function* () {
        const { put } = yield* FollowedRepositories;
        const [alice, bob] = [freshDid(), freshDid()];
        const account = { address: "wss://relay.test", generation: 0, cursor: 5 };
        yield* put([followed(alice, { account, desynchronizedAt: 1, gapRev: "b" }), followed(bob)]);
        yield* put([followed(alice, { rev: "c" }), followed(alice, { rev: "d", data: "e" })]);
        assert.deepStrictEqual(yield* one(alice), followed(alice, { rev: "d", data: "e" }));
        assert.deepStrictEqual(yield* one(bob), followed(bob));
        yield* put([]);
      })
    );

    it.effect.each([
      { title: "an unknown one", before: null, after: { rev: "5", data: "fetched" } },
      {
        title: "an earlier one with its gap",
        before: { rev: "4", data: null, desynchronizedAt: 1, gapRev: "4" },
        after: { rev: "5", data: "fetched" }
      },
      {
        title: "one at the same revision",
        before: { rev: "5", data: null, desynchronizedAt: 1, gapRev: "5" },
        after: { rev: "5", data: "fetched" }
      },
      {
        title: "a later one whose later commits are indexed",
        before: { rev: "7", data: "seen", desynchronizedAt: 1, gapRev: "5" },
        after: { rev: "7", data: "seen" }
      },
      {
        title: "a later one whose gap is later",
        before: { rev: "7", data: "seen", desynchronizedAt: 1, gapRev: "6" },
        after: { rev: "7", data: "seen", desynchronizedAt: 1, gapRev: "6" }
      }
    ])("synchronizes $title", ({ after, before }) =>
      Effect.gen(function* () {
        const { put, synchronized } = yield* FollowedRepositories;
        const alice = freshDid();
        const account = before === null ? null : { address: "wss://relay.test", generation: 0, cursor: 5 };
        if (before !== null) yield* put([followed(alice, { ...before, account })]);
        yield* synchronized(alice, "5", "fetched");
        assert.deepStrictEqual(yield* one(alice), followed(alice, { ...after, account }));
      })
    );

    it.effect("counts repositories, and those that are desynchronized", () =>
      Effect.gen(function* () {
        const { count, put } = yield* FollowedRepositories;
        const before = yield* count;
        const did = freshDid();
        yield* put([followed(did, { desynchronizedAt: 1, gapRev: "a" }), followed(freshDid())]);
        assert.deepStrictEqual(yield* count, {
          known: before.known + 2,
          desynchronized: before.desynchronized + 1
        });
        yield* put([followed(did)]);
        assert.deepStrictEqual(yield* count, { known: before.known + 2, desynchronized: before.desynchronized });
      })
    );

    it.effect("takes part in a transaction", () =>
      Effect.gen(function* () {
        const { put, synchronized } = yield* FollowedRepositories;
        const { run } = yield* Atomically;
        const [alice, bob] = [freshDid(), freshDid()];
        const both = Effect.zipRight(put([followed(alice)]), synchronized(bob, "5", "fetched"));
        yield* Effect.flip(run(Effect.zipRight(both, Effect.fail("refused"))));
        assert.deepStrictEqual([yield* one(alice), yield* one(bob)], [undefined, undefined]);
        yield* run(both);
        assert.deepStrictEqual(yield* one(alice), followed(alice));
      })
    );

    it.effect("stores the entries of two callers in any order", () =>
      Effect.gen(function* () {
        const { find, put } = yield* FollowedRepositories;
        const all = Array.from({ length: 200 }, () => followed(freshDid()));
        yield* Effect.all([put(all), put(all.toReversed()), put(all)], { concurrency: "unbounded" });
        assert.strictEqual((yield* find(all.map(({ did }) => did))).size, 200);
      })
    );
  });
