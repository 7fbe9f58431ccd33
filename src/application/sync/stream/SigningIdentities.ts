import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import { LRUCache } from "lru-cache";
import type { Did } from "../../../domain/atproto/Did.ts";
import {
  type Identity,
  IdentityResolver,
  type IdentityUnresolvable
} from "../../../domain/identity/IdentityResolver.ts";
import type { Actor } from "../../../domain/record/index/Actor.ts";

/** The minimum time between two fresh resolutions of a DID, in milliseconds. */
const freshIntervalMs = 60_000;
const remembered = 20_000;

type Resolver = IdentityResolver["Type"];

const actorOf = ({ did, handle, pds, signingKey }: Identity): Actor => ({
  did,
  handle,
  pds,
  signingKey: signingKey ?? null
});

/** Finds the keys that the commits of a batch are verified with. */
class SigningIdentities {
  readonly #resolver: Resolver;
  /** When a DID was last resolved fresh, in Unix milliseconds. */
  readonly #fresh: LRUCache<Did, number>;
  readonly #known: ReadonlyMap<Did, Actor>;
  readonly #resolved: Map<Did, Actor>;

  constructor(
    resolver: Resolver,
    fresh = new LRUCache<Did, number>({ max: remembered }),
    known: ReadonlyMap<Did, Actor> = new Map(),
    resolved = new Map<Did, Actor>()
  ) {
    this.#resolver = resolver;
    this.#fresh = fresh;
    this.#known = known;
    this.#resolved = resolved;
  }

  /** Returns the identities for one batch. What is resolved is added to `resolved`. */
  forBatch(known: ReadonlyMap<Did, Actor>, resolved: Map<Did, Actor>): SigningIdentities {
    return new SigningIdentities(this.#resolver, this.#fresh, known, resolved);
  }

  /** Returns the signing key of an account, from the index or its DID document; null if the document has none. */
  key(did: Did): Effect.Effect<string | null, IdentityUnresolvable> {
    const key = this.#resolved.get(did)?.signingKey ?? this.#known.get(did)?.signingKey;
    return key ? Effect.succeed(key) : Effect.map(this.#resolver.resolveDid(did), (found) => this.#remember(found));
  }

  /** Returns the signing key in the present DID document; null if it was fetched within the last minute. */
  freshKey(did: Did): Effect.Effect<string | null, IdentityUnresolvable> {
    return Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const last = this.#fresh.get(did);
      if (last !== undefined && now - last < freshIntervalMs) return Effect.succeed(null);
      this.#fresh.set(did, now);
      return Effect.map(this.#resolver.resolveDidFresh(did), (found) => this.#remember(found));
    });
  }

  #remember(found: Identity): string | null {
    const actor = actorOf(found);
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
