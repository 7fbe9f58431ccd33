import type { Handle } from "../../atproto/Handle.ts";
import type { Identity } from "../../identity/IdentityResolver.ts";
import type { Actor } from "../../record/index/Actor.ts";

/** The number of attempts to resolve a handle that a DID document claims, before the account is left without one. */
const attemptsForHandle = 5;

/** What a resolved identity changes of a known account. */
export interface IdentityDecision {
  /** The account from now on. */
  readonly actor: Actor;
  readonly changesHandle: boolean;
  /** Whether the repository is at another PDS. */
  readonly isMoved: boolean;
  /** Whether anything is to be stored. */
  readonly isChanged: boolean;
  /** Whether the identity is to be resolved again because its handle was not found. */
  readonly isIncomplete: boolean;
}

/** A handle that a name server did not return is not lost at once, unless the document no longer claims it. */
const nextHandle = (before: Actor, { handle, unresolvedHandle }: Identity, isLast: boolean): Handle | null => {
  const isWaiting = handle === null && unresolvedHandle === before.handle && !isLast;
  return isWaiting ? before.handle : handle;
};

/** Compares a known account with its identity, which was resolved now after a number of failed attempts. */
export const decideIdentity = (before: Actor, identity: Identity, failures: number): IdentityDecision => {
  const { did, pds, signingKey = null, unresolvedHandle } = identity;
  const isLast = failures + 1 >= attemptsForHandle;
  const actor: Actor = { did, handle: nextHandle(before, identity, isLast), pds, signingKey };
  const changesHandle = actor.handle !== before.handle;
  const isMoved = before.pds !== null && before.pds !== pds;
  return {
    actor,
    changesHandle,
    isMoved,
    isChanged: changesHandle || before.pds !== pds || before.signingKey !== signingKey,
    isIncomplete: unresolvedHandle !== undefined && !isLast
  };
};
