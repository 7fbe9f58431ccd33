import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { ReplayGuard } from "../../../domain/dpop/ReplayGuard.ts";
import { Atomically } from "../../../domain/event/Atomically.ts";
import { versionOf } from "../../../domain/event/compaction.ts";
import { EventLog, EventLogUnavailable, VersionConflict } from "../../../domain/event/EventLog.ts";
import {
  AlreadyUsed,
  IdentityUnknown,
  type StreamAppend,
  type UnitOfWork,
  UnitsOfWork
} from "../../../domain/event/UnitOfWork.ts";
import type { Identity } from "../../../domain/identity/IdentityResolver.ts";
import { Subjects } from "../../../domain/personal/Subjects.ts";
import type { Actor } from "../../../domain/record/index/Actor.ts";
import { KnownActors } from "../../../domain/record/index/KnownActors.ts";
import { TokenVault } from "../../../domain/vault/TokenVault.ts";

/** Whether storing an identity would change nothing: what was not learned of an account stays as it is. */
const isKnown = (actor: Actor | undefined, { handle, pds, signingKey }: Identity): boolean =>
  actor !== undefined &&
  actor.pds === pds &&
  (handle === null || actor.handle === handle) &&
  (signingKey === undefined || actor.signingKey === signingKey);

const makeUnitsOfWork = Effect.gen(function* () {
  const atomically = yield* Atomically;
  const [log, guard, vault] = [yield* EventLog, yield* ReplayGuard, yield* TokenVault];
  const [actors, subjects] = [yield* KnownActors, yield* Subjects];

  const requireIdentities = Effect.fnUntraced(function* (identities: ReadonlyArray<Identity>) {
    const dids = identities.map(({ did }) => did);
    const known = yield* Effect.orDie(actors.actors(dids));
    const areKnown = identities.every((identity) => isKnown(known.get(identity.did), identity));
    if (!areKnown || (yield* subjects.blocked(dids)).size > 0) return yield* new IdentityUnknown();
  });

  const append = Effect.fnUntraced(function* ({ events, expectedVersion: expected, stream }: StreamAppend) {
    if (events.length > 0) return yield* log.append(stream, expected, events);
    const actual = versionOf(yield* log.load(stream));
    return actual === expected ? [] : yield* new VersionConflict({ stream, expected, actual });
  });

  const changes = Effect.fnUntraced(function* ({ appends, identities = [], secrets, uses }: UnitOfWork) {
    if (identities.length > 0) yield* requireIdentities(identities);
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
    return (yield* Effect.forEach(appends, append)).flat();
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
export const layer: Layer.Layer<
  UnitsOfWork,
  never,
  Atomically | EventLog | KnownActors | ReplayGuard | Subjects | TokenVault
> = Layer.effect(UnitsOfWork, makeUnitsOfWork);
