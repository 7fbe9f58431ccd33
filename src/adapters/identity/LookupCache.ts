import * as Cache from "effect/Cache";
import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Exit from "effect/Exit";
import * as Fiber from "effect/Fiber";
import { LRUCache } from "lru-cache";
import type { IdentityUnresolvable } from "../../domain/identity/IdentityResolver.ts";

type Lookup<Key, Found> = (key: Key) => Effect.Effect<Found, IdentityUnresolvable>;

/** Caches look-ups for a short time. Concurrent callers share one look-up. */
export interface LookupCache<Key, Found> {
  readonly get: Lookup<Key, Found>;
  /** Bypasses the cache and stores the new result. */
  readonly getFresh: Lookup<Key, Found>;
}

const capacity = 10_000;

/**
 * Lifetimes in milliseconds. AT Protocol OAuth allows ten minutes during a sign-in: an entry older than a minute is used
 * only while the source is unavailable, for up to nine minutes, and then for another minute.
 */
const ttlMs = { found: 60_000, copy: 9 * 60_000, absent: 10_000, unreachable: 1_000 };

const isTransient = ({ reason }: IdentityUnresolvable): boolean => reason === "unreachable";

/** The good copies. The one that was looked up the longest ago makes room: reading one does not renew it. */
class StaleCopies<Key extends string, Found> {
  readonly #copies = new LRUCache<Key, { readonly found: Found; readonly at: number }>({ max: capacity });

  keep(key: Key, found: Found, at: number): void {
    this.#copies.set(key, { found, at });
  }

  drop(key: Key): void {
    this.#copies.delete(key);
  }

  find(key: Key, now: number): Found | undefined {
    const copy = this.#copies.peek(key);
    return copy !== undefined && now < copy.at + ttlMs.copy ? copy.found : undefined;
  }
}

/** The look-up must outlive the caller that started it, because others wait for it. */
const shared = <A, E>(lookup: Effect.Effect<A, E>): Effect.Effect<A, E> =>
  Effect.flatMap(Effect.forkDaemon(lookup), Fiber.join);

/** Makes the memory of a look-up, in this process. What it finds must be small, since anybody can have it look. */
export const makeLookupCache = <Key extends string, Found>(
  lookUp: Lookup<Key, Found>
): Effect.Effect<LookupCache<Key, Found>> =>
  Effect.gen(function* () {
    const copies = new StaleCopies<Key, Found>();
    const asked = (key: Key) =>
      lookUp(key).pipe(
        Effect.tap((found) => Effect.map(Clock.currentTimeMillis, (now) => copies.keep(key, found, now))),
        Effect.tapError((failure) => Effect.sync(() => (isTransient(failure) ? undefined : copies.drop(key))))
      );
    const orCopy = (key: Key) =>
      Effect.catchIf(asked(key), isTransient, (failure) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) => {
          const copy = copies.find(key, now);
          return copy === undefined ? failure : Effect.succeed(copy);
        })
      );
    const known = yield* Cache.makeWith({
      capacity,
      lookup: orCopy,
      timeToLive: Exit.match({
        onFailure: (cause) => (cause._tag === "Fail" && !isTransient(cause.error) ? ttlMs.absent : ttlMs.unreachable),
        onSuccess: () => ttlMs.found
      })
    });
    const inFlight = yield* Cache.make({ capacity, lookup: asked, timeToLive: 0 });
    return {
      get: (key) => shared(known.get(key)),
      getFresh: (key) =>
        shared(Effect.ensuring(inFlight.get(key), inFlight.invalidate(key))).pipe(
          Effect.tap((found) => known.set(key, found)),
          Effect.tapError((failure) => (isTransient(failure) ? Effect.void : known.invalidate(key)))
        )
    };
  });
