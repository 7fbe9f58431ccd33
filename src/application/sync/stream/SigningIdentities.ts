import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import type { Did } from "../../../domain/atproto/Did.ts";
import { type Identity, IdentityResolver, IdentityUnresolvable } from "../../../domain/identity/IdentityResolver.ts";
import type { Actor } from "../../../domain/record/index/Actor.ts";

import { RecentTimes } from "./RecentTimes.ts";

/** The minimum time between two fresh resolutions of a DID, in milliseconds. */
const freshIntervalMs = 60_000;
const remembered = 20_000;
/** A host that does not respond must not delay the events of others. In milliseconds. */
const resolveWithinMs = 2_000;
/** How long an account that could not be resolved is not tried again, in milliseconds. */
const failedForMs = 60_000;
/** How many identities are resolved at once. */
const resolveConcurrency = 32;

type Resolver = IdentityResolver["Type"];

const actorOf = ({ did, handle, pds, signingKey }: Identity): Actor => ({
  did,
  handle,
  pds,
  signingKey: signingKey ?? null
});

/** What is remembered of resolutions, in Unix milliseconds: when a DID was last resolved fresh, and when that failed. */
class Resolutions {
  readonly fresh = new RecentTimes<Did>(remembered);
  readonly failed = new RecentTimes<Did>(remembered);
  readonly permits = Effect.unsafeMakeSemaphore(resolveConcurrency);
}

const unreachable = (subject: Did) => new IdentityUnresolvable({ subject, reason: "unreachable" });

/** Finds the keys that the commits of a batch are verified with. */
class SigningIdentities {
  readonly #resolver: Resolver;
  readonly #resolutions: Resolutions;
  readonly #known: ReadonlyMap<Did, Actor>;
  readonly #resolved: Map<Did, Actor>;

  constructor(
    resolver: Resolver,
    resolutions = new Resolutions(),
    known: ReadonlyMap<Did, Actor> = new Map(),
    resolved = new Map<Did, Actor>()
  ) {
    this.#resolver = resolver;
    this.#resolutions = resolutions;
    this.#known = known;
    this.#resolved = resolved;
  }

  /** Returns the identities for one batch. What is resolved is added to `resolved`. */
  forBatch(known: ReadonlyMap<Did, Actor>, resolved: Map<Did, Actor>): SigningIdentities {
    return new SigningIdentities(this.#resolver, this.#resolutions, known, resolved);
  }

  /** Returns the signing key of an account, from the index or its DID document; null if the document has none. */
  key(did: Did): Effect.Effect<string | null, IdentityUnresolvable> {
    const key = this.#resolved.get(did)?.signingKey ?? this.#known.get(did)?.signingKey;
    return key ? Effect.succeed(key) : this.#resolve(did, "resolveDid");
  }

  /** Returns the signing key in the present DID document; null if it was fetched within the last minute. */
  freshKey(did: Did): Effect.Effect<string | null, IdentityUnresolvable> {
    return Effect.flatMap(Clock.currentTimeMillis, (now) => {
      if (this.#resolutions.fresh.isWithin(did, freshIntervalMs, now)) return Effect.succeed(null);
      this.#resolutions.fresh.set(did, now);
      return this.#resolve(did, "resolveDidFresh");
    });
  }

  /** Resolves an identity, unless that failed within the last minute. */
  #resolve(did: Did, how: "resolveDid" | "resolveDidFresh"): Effect.Effect<string | null, IdentityUnresolvable> {
    return Effect.flatMap(Clock.currentTimeMillis, (now) => {
      if (this.#resolutions.failed.isWithin(did, failedForMs, now)) return unreachable(did);
      return this.#resolver[how](did).pipe(
        Effect.timeoutFail({ duration: resolveWithinMs, onTimeout: () => unreachable(did) }),
        this.#resolutions.permits.withPermits(1),
        Effect.tapError(() => Effect.sync(() => this.#resolutions.failed.set(did, now))),
        Effect.map((found) => this.#remember(found))
      );
    });
  }

  #remember(found: Identity): string | null {
    const actor = actorOf(found);
    this.#resolutions.failed.delete(actor.did);
    this.#resolved.set(actor.did, actor);
    return actor.signingKey;
  }
}

export type { SigningIdentities };

/** Creates the identities of a consumer. */
export const makeSigningIdentities: Effect.Effect<SigningIdentities, never, IdentityResolver> = Effect.map(
  IdentityResolver,
  (resolver) => new SigningIdentities(resolver)
);
