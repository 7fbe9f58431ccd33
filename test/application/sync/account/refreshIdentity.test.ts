import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import * as Ref from "effect/Ref";
import * as TestClock from "effect/TestClock";
import { PdsMemory } from "../../../../src/adapters/memory/pds/PdsMemory.ts";
import { refreshIdentities } from "../../../../src/application/sync/account/refreshIdentitiesPeriodically.ts";
import type { Did } from "../../../../src/domain/atproto/Did.ts";
import { Handle } from "../../../../src/domain/atproto/Handle.ts";
import {
  type Identity,
  IdentityResolver,
  IdentityUnresolvable
} from "../../../../src/domain/identity/IdentityResolver.ts";
import { KnownActors } from "../../../../src/domain/record/index/KnownActors.ts";
import { RecordIndex } from "../../../../src/domain/record/index/RecordIndex.ts";
import { DueIdentities } from "../../../../src/domain/sync/account/DueIdentities.ts";
import { alice, bob, memoryService } from "../../../support/memoryService.ts";
import { accountEvents, takeDue } from "./accounts.ts";

const carol = Handle.make("carol.test");
const pds = "https://pds.example";

const start = Effect.gen(function* () {
  yield* TestClock.setTime(Date.parse("2026-11-28T00:00:00Z"));
  const index = yield* RecordIndex;
  for (const one of [alice, bob]) yield* index.putActor({ ...one, pds });
});

const requested = (...dids: ReadonlyArray<Did>) =>
  Effect.zipRight(
    Effect.flatMap(DueIdentities, (due) => due.request(dids)),
    refreshIdentities
  );

const handleOf = (did: Did) =>
  Effect.flatMap(KnownActors, (actors) => Effect.map(actors.actors([did]), (found) => found.get(did)?.handle));

/** Changes the handles of the accounts at the PDS. */
const renamed = (handles: Readonly<Record<string, Handle>>) =>
  Effect.flatMap(PdsMemory, ({ state }) =>
    Ref.update(state, (before) => ({
      ...before,
      accounts: before.accounts.map((account) => ({ ...account, handle: handles[account.did] ?? account.handle }))
    }))
  );

const waited = TestClock.adjust("61 seconds");

/** The service with other identities. */
const resolving = (resolve: (identity: Identity) => Effect.Effect<Identity, IdentityUnresolvable>) =>
  Layer.effect(
    IdentityResolver,
    Effect.map(IdentityResolver, (resolver) =>
      IdentityResolver.of({
        ...resolver,
        resolveDidFresh: (did) => Effect.flatMap(resolver.resolveDid(did), resolve)
      })
    )
  ).pipe(Layer.provideMerge(memoryService));

describe("an identity that is due", () => {
  it.effect("is stored, with the key, and changes nothing else while it is the same", () =>
    Effect.gen(function* () {
      yield* start;
      yield* requested(alice.did);
      const actors = yield* KnownActors;
      const found = (yield* actors.actors([alice.did])).get(alice.did);
      assert.strictEqual(found?.signingKey?.slice(0, 5), "zQ3sh");
      assert.deepStrictEqual(yield* accountEvents, []);
      assert.deepStrictEqual(yield* takeDue, []);
    }).pipe(Effect.provide(memoryService))
  );

  it.effect("changes the handle everywhere, and takes it from the account that had it", () =>
    Effect.gen(function* () {
      yield* start;
      yield* renamed({ [alice.did]: bob.handle, [bob.did]: carol });
      yield* requested(alice.did);
      const actors = yield* KnownActors;
      assert.strictEqual(yield* handleOf(alice.did), bob.handle);
      assert.deepStrictEqual(yield* actors.find(bob.handle), Option.some(alice.did));
      assert.isNull(yield* handleOf(bob.did));
      yield* refreshIdentities;
      assert.strictEqual(yield* handleOf(bob.did), carol);
      assert.deepStrictEqual(yield* accountEvents, [
        `HandleChanged ${alice.handle} ${bob.handle}`,
        `HandleChanged ${bob.handle} `,
        `HandleChanged  ${carol}`
      ]);
    }).pipe(Effect.provide(memoryService))
  );

  it.effect("is not stored for an account that is not known", () =>
    Effect.gen(function* () {
      yield* requested(alice.did);
      const actors = yield* KnownActors;
      assert.strictEqual((yield* actors.known([alice.did])).size, 0);
    }).pipe(Effect.provide(memoryService))
  );

  it.effect("is resolved at most once in 60 seconds", () => {
    let asked = 0;
    return Effect.gen(function* () {
      yield* start;
      for (let turn = 0; turn < 5; turn += 1) yield* requested(alice.did);
      assert.strictEqual(asked, 1);
      yield* waited;
      yield* refreshIdentities;
      assert.strictEqual(asked, 2);
      yield* waited;
      yield* refreshIdentities;
      assert.strictEqual(asked, 2);
    }).pipe(
      Effect.provide(
        resolving((identity) =>
          Effect.sync(() => {
            asked += 1;
            return identity;
          })
        )
      )
    );
  });

  it.effect("makes the repository due when the account moved, and not when its key changed", () =>
    Effect.gen(function* () {
      yield* start;
      yield* requested(bob.did);
      yield* requested(alice.did);
      assert.deepStrictEqual(yield* takeDue, [alice.did]);
      const actors = yield* KnownActors;
      assert.strictEqual((yield* actors.actors([alice.did])).get(alice.did)?.pds, "https://new.example");
    }).pipe(
      Effect.provide(
        resolving((identity) =>
          Effect.succeed(
            identity.did === alice.did
              ? { ...identity, pds: "https://new.example" }
              : { ...identity, signingKey: "zNew" }
          )
        )
      )
    )
  );

  it.effect("keeps a claimed handle that is not found for some attempts, and no longer", () =>
    Effect.gen(function* () {
      yield* start;
      yield* requested(alice.did);
      assert.strictEqual(yield* handleOf(alice.did), alice.handle);
      for (const minutes of [1, 2, 4]) {
        yield* TestClock.adjust(`${minutes} minutes`);
        yield* refreshIdentities;
        assert.strictEqual(yield* handleOf(alice.did), alice.handle);
      }
      yield* TestClock.adjust("8 minutes");
      yield* refreshIdentities;
      assert.isNull(yield* handleOf(alice.did));
      assert.deepStrictEqual(yield* accountEvents, [`HandleChanged ${alice.handle} `]);
    }).pipe(
      Effect.provide(
        resolving((identity) =>
          Effect.succeed({ ...identity, handle: null, unresolvedHandle: identity.handle ?? alice.handle })
        )
      )
    )
  );

  it.effect("loses a handle that the document no longer claims at once", () =>
    Effect.gen(function* () {
      yield* start;
      yield* requested(alice.did);
      assert.isNull(yield* handleOf(alice.did));
    }).pipe(Effect.provide(resolving((identity) => Effect.succeed({ ...identity, handle: null }))))
  );

  it.effect("makes the repository due when the DID no longer exists", () =>
    Effect.gen(function* () {
      yield* start;
      const { state } = yield* PdsMemory;
      yield* Ref.update(state, (before) => ({ ...before, accounts: [] }));
      yield* requested(alice.did);
      assert.deepStrictEqual(yield* takeDue, [alice.did]);
      assert.strictEqual(yield* handleOf(alice.did), alice.handle);
    }).pipe(Effect.provide(memoryService))
  );

  it.effect("is tried again later while it cannot be resolved", () => {
    let isThere = false;
    return Effect.gen(function* () {
      yield* start;
      yield* renamed({ [alice.did]: carol });
      yield* requested(alice.did);
      assert.strictEqual(yield* handleOf(alice.did), alice.handle);
      isThere = true;
      yield* refreshIdentities;
      assert.strictEqual(yield* handleOf(alice.did), alice.handle);
      yield* waited;
      yield* refreshIdentities;
      assert.strictEqual(yield* handleOf(alice.did), carol);
    }).pipe(
      Effect.provide(
        resolving((identity) =>
          isThere
            ? Effect.succeed(identity)
            : new IdentityUnresolvable({ subject: identity.did, reason: "unreachable" })
        )
      )
    );
  });
});
