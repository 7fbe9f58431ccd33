import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { ReplayGuard } from "../../../domain/dpop/ReplayGuard.ts";
import { EventLog } from "../../../domain/event/EventLog.ts";
import { AlreadyUsed, type UnitOfWork, UnitsOfWork } from "../../../domain/event/UnitOfWork.ts";
import { TokenVault } from "../../../domain/vault/TokenVault.ts";
import { MemoryStore } from "../MemoryStore.ts";

const makeUnitsOfWork = Effect.gen(function* () {
  const store = yield* MemoryStore;
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
    commit: (unit) => Effect.catchTag(store.transaction(changes(unit)), "StorageUnavailable", Effect.die)
  });
});

/** Units of work over everything in the same `MemoryStore`. */
export const layer: Layer.Layer<UnitsOfWork, never, EventLog | MemoryStore | ReplayGuard | TokenVault> = Layer.effect(
  UnitsOfWork,
  makeUnitsOfWork
);
