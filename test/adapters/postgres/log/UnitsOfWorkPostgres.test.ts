import { assert, it } from "@effect/vitest";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import { layer as atomically } from "../../../../src/adapters/postgres/log/AtomicallyPostgres.ts";
import { layer as eventLog } from "../../../../src/adapters/postgres/log/EventLogPostgres.ts";
import { layer as subjects } from "../../../../src/adapters/postgres/personal/SubjectsPostgres.ts";
import { layer as recordIndex } from "../../../../src/adapters/postgres/record/RecordIndexPostgres.ts";
import { layer as replayGuard } from "../../../../src/adapters/postgres/stores/ReplayGuardPostgres.ts";
import { layer as vault } from "../../../../src/adapters/postgres/stores/TokenVaultPostgres.ts";
import { vaultRow } from "../../../../src/application/vault/vaultSecrets.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { Lookup } from "../../../../src/domain/event/Lookup.ts";
import { streamName } from "../../../../src/domain/event/StreamName.ts";
import { UnitsOfWork, type VaultChange } from "../../../../src/domain/event/UnitOfWork.ts";
import { TokenVault } from "../../../../src/domain/vault/TokenVault.ts";
import { requiredIdentitiesContract } from "../../../contracts/requiredIdentitiesContract.ts";
import { freshStream, knownSample, sampleEvents } from "../../../contracts/sampleEvent.ts";
import { unitsOfWorkContract } from "../../../contracts/unitsOfWorkContract.ts";
import { testCiphers } from "../../../support/testSubjectKeys.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

const stores = Layer.mergeAll(atomically, replayGuard, Layer.provideMerge(vault, eventLog)).pipe(
  Layer.provideMerge(migratedDatabase)
);

unitsOfWorkContract("postgres", stores);
requiredIdentitiesContract(
  "postgres",
  Layer.mergeAll(eventLog, recordIndex(), subjects).pipe(Layer.provide(testCiphers), Layer.provide(migratedDatabase))
);

/** The log and the vault as another process has them. */
const otherProcess = Effect.map(Layer.build(Layer.fresh(Layer.provideMerge(vault, eventLog))), (context) => ({
  log: Context.get(context, EventLog),
  lookup: Context.get(context, Lookup),
  vault: Context.get(context, TokenVault)
}));

it.layer(stores, { timeout: "60 seconds" })("the events that a process has in memory", (it) => {
  it.scoped("are those that it appended itself, and stay behind what another process appends", () =>
    Effect.gen(function* () {
      const log = yield* EventLog;
      const other = (yield* otherProcess).log;
      const stream = streamName("authorization", freshStream());
      const first = yield* log.append(stream, 0, sampleEvents(1));
      assert.deepStrictEqual(yield* log.cached(stream), first);
      assert.deepStrictEqual(yield* other.cached(stream), []);
      yield* other.append(stream, 1, sampleEvents(1));
      assert.deepStrictEqual(yield* log.cached(stream), first);
      const conflict = yield* Effect.flip(log.append(stream, 1, sampleEvents(1)));
      assert.deepInclude(conflict, { _tag: "VersionConflict", actual: 2 });
      assert.lengthOf(yield* log.load(stream), 2);
      assert.lengthOf(yield* log.cached(stream), 2);
    })
  );

  it.scoped("include those of an authorization that was found by its code", () =>
    Effect.gen(function* () {
      const log = yield* EventLog;
      const other = yield* otherProcess;
      const stream = streamName("authorization", freshStream());
      const codeHash = freshStream();
      const appended = yield* log.append(stream, 0, [knownSample("CodeIssued.v1", { codeHash })]);
      assert.deepStrictEqual(yield* other.lookup.find("code", codeHash), yield* (yield* Lookup).find("code", codeHash));
      assert.deepStrictEqual(yield* other.log.cached(stream), appended);
    })
  );
});

it.layer(stores, { timeout: "60 seconds" })("the secrets that a process has in memory", (it) => {
  const sealed = { keyId: "key", bytes: new Uint8Array([1, 2, 3]) };
  const remove = (row: string) => Effect.flatMap(TokenVault, (own) => own.remove(row));
  const commit = (...secrets: ReadonlyArray<VaultChange>) =>
    Effect.flatMap(UnitsOfWork, (units) =>
      units.commit({
        appends: [{ stream: freshStream(), expectedVersion: 0, events: sampleEvents(1) }],
        uses: [],
        secrets
      })
    );
  const freshRow = () => vaultRow.login(freshStream());

  it.scoped("are those of a login that it committed, until they expire", () =>
    Effect.gen(function* () {
      const row = freshRow();
      yield* commit({ _tag: "Put", row, sealed, expiresAt: 1_000 });
      // Nobody else removes them while the login is open.
      yield* (yield* otherProcess).vault.remove(row);
      const own = yield* TokenVault;
      assert.deepStrictEqual(yield* own.get(row, 999), Option.some(sealed));
      assert.deepStrictEqual(yield* own.get(row, 1_000), Option.none());
    })
  );

  it.scoped("are forgotten with the row", () =>
    Effect.gen(function* () {
      const [first, second] = [freshRow(), freshRow()];
      for (const row of [first, second]) yield* commit({ _tag: "Put", row, sealed, expiresAt: 1_000 });
      yield* commit({ _tag: "Remove", row: first });
      yield* remove(second);
      const own = yield* TokenVault;
      for (const row of [first, second]) assert.deepStrictEqual(yield* own.get(row, 0), Option.none());
    })
  );

  it.scoped("are none of a row that can be replaced", () =>
    Effect.gen(function* () {
      const row = vaultRow.session(freshStream());
      yield* commit({ _tag: "Put", row, sealed, expiresAt: null });
      yield* (yield* otherProcess).vault.put(row, { ...sealed, keyId: "other" }, null);
      assert.deepStrictEqual(yield* (yield* TokenVault).get(row, 0), Option.some({ ...sealed, keyId: "other" }));
    })
  );
});
