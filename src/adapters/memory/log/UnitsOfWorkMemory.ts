import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { ReplayGuard } from "../../../domain/dpop/ReplayGuard.ts";
import { Atomically } from "../../../domain/event/Atomically.ts";
import { EventLog, EventLogUnavailable } from "../../../domain/event/EventLog.ts";
import { AlreadyUsed, type UnitOfWork, UnitsOfWork } from "../../../domain/event/UnitOfWork.ts";
import { TokenVault } from "../../../domain/vault/TokenVault.ts";

const makeUnitsOfWork = Effect.gen(function* () {
  const atomically = yield* Atomically;
  const [log, guard, vault] = [yield* EventLog, yield* ReplayGuard, yield* TokenVault];

  const changes = Effect.fnUntraced(function* ({ appends, secrets, uses }: UnitOfWork) {
    for (const [index, { expiresAt, id, scope }] of uses.entries()) {
      const first = yield* guard.remember(scope, id, expiresAt);
      if (!first) return yield* new AlreadyUsed({ index });
    }
    yield* Effect.forEach(
      secrets,
      (change) =>
        change._tag === "Put" ? vault.put(change.row, change.sealed, change.expiresAt) : vault.remove(change.row),
      { discard: true }
    );
    const recorded = yield* Effect.forEach(appends, ({ events, expectedVersion, stream }) =>
      log.append(stream, expectedVersion, events)
    );
    return recorded.flat();
  });

  return UnitsOfWork.of({
    commit: (unit) =>
      Effect.catchTag(
        atomically.run(changes(unit)),
        "StorageUnavailable",
        ({ cause, reason }) => new EventLogUnavailable({ operation: "append", reason, cause })
      )
  });
});

/** Units of work as transactions over the log and the stores of the same process. */
export const layer: Layer.Layer<UnitsOfWork, never, Atomically | EventLog | ReplayGuard | TokenVault> = Layer.effect(
  UnitsOfWork,
  makeUnitsOfWork
);
