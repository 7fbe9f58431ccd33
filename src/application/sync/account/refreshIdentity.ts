import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import type { Did } from "../../../domain/atproto/Did.ts";
import type { Handle } from "../../../domain/atproto/Handle.ts";
import { traced } from "../../../domain/failure/traced.ts";
import {
  type Identity,
  IdentityResolver,
  type IdentityUnresolvable
} from "../../../domain/identity/IdentityResolver.ts";
import type { Actor } from "../../../domain/record/index/Actor.ts";
import { KnownActors } from "../../../domain/record/index/KnownActors.ts";
import { RecordIndex } from "../../../domain/record/index/RecordIndex.ts";
import { HandleChanged } from "../../../domain/sync/account/AccountEvent.ts";
import { DueIdentities, type DueIdentity } from "../../../domain/sync/account/DueIdentities.ts";
import { decideIdentity, type IdentityDecision } from "../../../domain/sync/account/decideIdentity.ts";
import { DueRepositories } from "../../../domain/sync/backfill/DueRepositories.ts";
import { type Append, decideAcross } from "../../event/decideAcross.ts";
import { accountMetadata, loadAccount } from "./accountStream.ts";

/** Milliseconds before which a DID is not resolved again, whoever requests it. */
const intervalMs = 60_000;
const maxDelayMs = 3_600_000;
/** The number of failed attempts after which an identity waits for the next request. */
const maxAttempts = 12;

const delayAfter = (failures: number): number => Math.min(intervalMs * 2 ** failures, maxDelayMs);

const handleChange = Effect.fnUntraced(function* (did: Did, before: Handle | null, after: Handle | null) {
  const { stream, version } = yield* loadAccount(did);
  const events = [new HandleChanged({ did, before, after })];
  return { stream, version, events, metadata: accountMetadata(did) } satisfies Append;
});

/** Returns the other account that is known by a handle, if any. */
const otherOwner = Effect.fnUntraced(function* ({ did, handle }: Actor) {
  if (handle === null) return null;
  const owner = Option.getOrNull(yield* (yield* KnownActors).find(handle));
  return owner === did ? null : owner;
});

const store = Effect.fnUntraced(function* ({ actor, isMoved }: IdentityDecision, loser: Did | null) {
  yield* (yield* RecordIndex).setIdentity(actor);
  if (loser !== null) yield* (yield* DueIdentities).request([loser]);
  if (isMoved) yield* (yield* DueRepositories).request([actor.did]);
});

/** Stores a changed identity. A handle that another account had is taken from it. */
const record = Effect.fnUntraced(function* (before: Actor, decision: IdentityDecision) {
  const { actor, changesHandle } = decision;
  if (!changesHandle) return yield* store(decision, null);
  const loser = yield* otherOwner(actor);
  const changes = [
    handleChange(actor.did, before.handle, actor.handle),
    ...(loser === null ? [] : [handleChange(loser, actor.handle, null)])
  ];
  yield* decideAcross(
    Effect.map(Effect.all(changes), (appends) => ({ appends, alongside: store(decision, loser), outcome: undefined }))
  );
});

const resolved = Effect.fnUntraced(function* (due: DueIdentity, before: Actor, identity: Identity) {
  const store = yield* DueIdentities;
  const decision = decideIdentity(before, identity, due.failures);
  if (decision.isChanged) yield* record(before, decision);
  yield* decision.isIncomplete
    ? store.postpone(due, delayAfter(due.failures), intervalMs)
    : store.complete(due, intervalMs);
});

/** A DID that no longer exists may be a deleted account: its repository is due, which checks the account. */
const unresolved = Effect.fnUntraced(function* (due: DueIdentity, { reason }: IdentityUnresolvable) {
  const store = yield* DueIdentities;
  if (reason === "did-not-found") {
    yield* (yield* DueRepositories).request([due.did]);
    return yield* store.complete(due, intervalMs);
  }
  if (due.failures + 1 < maxAttempts) return yield* store.postpone(due, delayAfter(due.failures), intervalMs);
  yield* Effect.logWarning(`The identity of ${due.did} cannot be resolved: ${reason}. It is not retried`);
  yield* store.complete(due, intervalMs);
});

/**
 * Resolves the identity of a known account anew, and stores its handle, PDS and signing key if they changed. If the
 * account moved to another PDS, its repository becomes due.
 */
export const refreshIdentity = traced("refreshIdentity")(function* (due: DueIdentity) {
  const resolver = yield* IdentityResolver;
  const before = (yield* (yield* KnownActors).actors([due.did])).get(due.did);
  if (before === undefined) return yield* (yield* DueIdentities).complete(due, intervalMs);
  yield* resolver.resolveDidFresh(due.did).pipe(
    Effect.matchEffect({
      onFailure: (problem) => unresolved(due, problem),
      onSuccess: (identity) => resolved(due, before, identity)
    })
  );
});
