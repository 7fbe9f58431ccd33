import { assert, it } from "@effect/vitest";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { layer as atomically } from "../../../../src/adapters/postgres/log/AtomicallyPostgres.ts";
import { layer as eventLog } from "../../../../src/adapters/postgres/log/EventLogPostgres.ts";
import { layer as replayGuard } from "../../../../src/adapters/postgres/stores/ReplayGuardPostgres.ts";
import { layer as vault } from "../../../../src/adapters/postgres/stores/TokenVaultPostgres.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { Lookup } from "../../../../src/domain/event/Lookup.ts";
import { streamName } from "../../../../src/domain/event/StreamName.ts";
import { freshStream, knownSample, sampleEvents } from "../../../contracts/sampleEvent.ts";
import { unitsOfWorkContract } from "../../../contracts/unitsOfWorkContract.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

const stores = Layer.mergeAll(atomically, eventLog, replayGuard, vault).pipe(Layer.provideMerge(migratedDatabase));

unitsOfWorkContract("postgres", stores);

/** The log as another process has it. */
const otherProcess = Effect.map(Layer.build(Layer.fresh(eventLog)), (context) => ({
  log: Context.get(context, EventLog),
  lookup: Context.get(context, Lookup)
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
