import { tmpdir } from "node:os";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import * as SecureRandomNode from "../../src/adapters/crypto/SecureRandomNode.ts";
import * as IdentityResolverNetwork from "../../src/adapters/identity/IdentityResolverNetwork.ts";
import * as TxtRecords from "../../src/adapters/identity/TxtRecords.ts";
import * as StorageMemory from "../../src/adapters/memory/StorageMemory.ts";
import * as OutboundDownloadsUndici from "../../src/adapters/outbound/OutboundDownloadsUndici.ts";
import * as OutboundHttpUndici from "../../src/adapters/outbound/OutboundHttpUndici.ts";
import * as RepositoryReaderXrpc from "../../src/adapters/pds/sync/RepositoryReaderXrpc.ts";
import { applyAccountChanges } from "../../src/application/sync/account/applyAccountChanges.ts";
import { checkAccount } from "../../src/application/sync/account/checkAccount.ts";
import { refreshIdentities } from "../../src/application/sync/account/refreshIdentitiesPeriodically.ts";
import { Did } from "../../src/domain/atproto/Did.ts";
import { Handle } from "../../src/domain/atproto/Handle.ts";
import { IdentityResolver } from "../../src/domain/identity/IdentityResolver.ts";
import { KnownActors } from "../../src/domain/record/index/KnownActors.ts";
import { RecordIndex } from "../../src/domain/record/index/RecordIndex.ts";
import { DueIdentities } from "../../src/domain/sync/account/DueIdentities.ts";
import type { Network } from "../pds/connectNetwork.ts";
import type { Account } from "../pds/NetworkInfo.ts";
import { withPds } from "../support/withPds.ts";
import { changeHandle, deleteAccount, moveAccount, setTakenDown } from "./AccountAtPds.ts";
import { setActive } from "./RepositoryAtPds.ts";

const loopback = { allowLoopback: true };

/** The storage in memory, and everything else over the network. */
const services = ({ pdses, plc }: Network) =>
  Layer.mergeAll(
    StorageMemory.layer,
    SecureRandomNode.layer,
    RepositoryReaderXrpc.layer({ maxBytes: 10_000_000, temporaryFolder: tmpdir() }),
    IdentityResolverNetwork.layer({
      ...loopback,
      plcDirectoryUrl: plc.url,
      handleResolverUrls: pdses.map(({ url }) => url)
    })
  ).pipe(
    Layer.provide(
      Layer.mergeAll(OutboundHttpUndici.layer(loopback), OutboundDownloadsUndici.layer(loopback), TxtRecords.layer)
    )
  );

const decodeDid = Schema.decodeSync(Did);
const didOf = ({ did }: Account): Did => decodeDid(did);

/** Makes an account known, as a login does. */
const known = (account: Account) =>
  Effect.gen(function* () {
    const identity = yield* (yield* IdentityResolver).resolveDid(didOf(account));
    yield* (yield* RecordIndex).putActor(identity);
  });

const checked = (account: Account) =>
  Effect.map(checkAccount(didOf(account)), (found) => (found._tag === "Hidden" ? found.status : found._tag));

const actorOf = (account: Account) =>
  Effect.flatMap(KnownActors, (actors) =>
    Effect.map(actors.actors([didOf(account)]), (found) => found.get(didOf(account)))
  );

const refreshed = (account: Account) =>
  Effect.zipRight(
    Effect.flatMap(DueIdentities, (due) => due.request([didOf(account)])),
    refreshIdentities
  );

await withPds("accounts at a real PDS", (network) => {
  const [first, second] = network.pdses;

  it.effect("are hidden while they are deactivated or taken down", () =>
    Effect.gen(function* () {
      const account = yield* Effect.promise(() => first.createAccount({ handle: "lapsing.test" }));
      yield* known(account);
      assert.strictEqual(yield* checked(account), "Active");
      yield* Effect.promise(() => setActive(account, false));
      assert.strictEqual(yield* checked(account), "deactivated");
      yield* Effect.promise(() => setActive(account, true));
      assert.strictEqual(yield* checked(account), "Active");
      yield* Effect.promise(() => setTakenDown(first, account, true));
      assert.strictEqual(yield* checked(account), "takendown");
      yield* Effect.promise(() => setTakenDown(first, account, false));
      assert.strictEqual(yield* checked(account), "Active");
    }).pipe(Effect.provide(services(network)))
  );

  it.effect("are erased after they were deleted, which the source reported", () =>
    Effect.gen(function* () {
      const account = yield* Effect.promise(() => first.createAccount({ handle: "leaving.test" }));
      yield* known(account);
      yield* Effect.promise(() => deleteAccount(first, account));
      assert.strictEqual(yield* checked(account), "deleted");
      yield* applyAccountChanges([{ did: didOf(account), status: "deleted" }]);
      assert.strictEqual(yield* checked(account), "Erased");
    }).pipe(Effect.provide(services(network)))
  );

  it.effect("keep what is known of them when their handles change, and another account takes the old one", () =>
    Effect.gen(function* () {
      const account = yield* Effect.promise(() => first.createAccount({ handle: "renaming.test" }));
      const other = yield* Effect.promise(() => first.createAccount({ handle: "taking.test" }));
      yield* known(account);
      yield* known(other);
      yield* Effect.promise(() => changeHandle(account, "renamed.test"));
      yield* Effect.promise(() => changeHandle(other, "renaming.test"));
      yield* refreshed(other);
      const actors = yield* KnownActors;
      const before = Handle.make("renaming.test");
      assert.deepStrictEqual(yield* actors.find(before), Option.some(didOf(other)));
      assert.isNull((yield* actorOf(account))?.handle);
      yield* refreshIdentities;
      assert.strictEqual((yield* actorOf(account))?.handle, "renamed.test");
    }).pipe(Effect.provide(services(network)))
  );

  it.effect.skipIf(second === undefined)("are followed when they move to another PDS with another key", () =>
    Effect.gen(function* () {
      if (second === undefined) return;
      const account = yield* Effect.promise(() => first.createAccount({ handle: "moving.test" }));
      yield* known(account);
      const before = yield* actorOf(account);
      const moved = yield* Effect.promise(() => moveAccount(first, second, account, "moved.pds2.test"));
      // The old PDS says that the account is deactivated, and its document is in the cache.
      const found = yield* checkAccount(didOf(account));
      assert.strictEqual(found._tag === "Active" ? found.identity.pds : found._tag, second.url);
      yield* applyAccountChanges([{ did: didOf(account), status: "deactivated" }]);
      assert.strictEqual((yield* checkAccount(didOf(account)))._tag, "Active");
      yield* refreshed(moved);
      const after = yield* actorOf(account);
      assert.deepInclude(after, { handle: Handle.make("moved.pds2.test"), pds: second.url });
      assert.notStrictEqual(after?.signingKey, before?.signingKey);
    }).pipe(Effect.provide(services(network)))
  );
});
