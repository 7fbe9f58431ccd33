import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import type { LabelerIdentity } from "../../domain/labeler/LabelerDirectory.ts";
import { LabelerDirectory } from "../../domain/labeler/LabelerDirectory.ts";
import { SourceDisconnected } from "../../domain/sync/stream/RepoEvents.ts";
import { unresolvableLabeler } from "./unresolvableLabeler.ts";

/** Milliseconds between two requests for the document of a labeler, whatever it sends. */
const freshForMs = 10_000;
/** Milliseconds after which a key is looked up again without a reason: a key that is withdrawn must not count for long. */
const maxAgeMs = 10 * 60_000;

const moved = (detail: string) => new SourceDisconnected({ reason: "closed", detail });

/** The key of a labeler during one connection. */
export class LabelerKey {
  #identity: LabelerIdentity;
  /** When the document was fetched last, in Unix milliseconds. */
  #fetchedAt: number;

  constructor(identity: LabelerIdentity, fetchedAt: number) {
    this.#identity = identity;
    this.#fetchedAt = fetchedAt;
  }

  /** The key as a Multikey. */
  get current(): string {
    return this.#identity.key;
  }

  /** Looks the key up if that was long ago. While the directory is unreachable the last known key counts. */
  readonly renewIfOld: Effect.Effect<void, SourceDisconnected, LabelerDirectory> = Effect.suspend(() =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      if (now - this.#fetchedAt < maxAgeMs) return Effect.void;
      return Effect.catchIf(
        this.#fetch(now),
        ({ detail }) => detail === "unreachable",
        () => Effect.void
      );
    })
  );

  /**
   * Fetches the document once more, and returns whether the key changed. It waits until 10 seconds have passed since the
   * last time. A label that the returned key did not sign is not valid.
   */
  readonly refresh: Effect.Effect<boolean, SourceDisconnected, LabelerDirectory> = Effect.gen(
    this.#refreshing.bind(this)
  );

  *#refreshing() {
    const before = this.#identity.key;
    const wait = this.#fetchedAt + freshForMs - (yield* Clock.currentTimeMillis);
    if (wait > 0) yield* Effect.sleep(wait);
    yield* this.#fetch(yield* Clock.currentTimeMillis);
    return this.#identity.key !== before;
  }

  /** Ends the connection if the labeler is at another address now, or at none. */
  #fetch(now: number): Effect.Effect<void, SourceDisconnected, LabelerDirectory> {
    const { did, endpoint } = this.#identity;
    return Effect.flatMap(LabelerDirectory, (directory) => directory.resolve(did)).pipe(
      Effect.mapError(unresolvableLabeler),
      Effect.flatMap((found) => {
        this.#identity = found;
        this.#fetchedAt = now;
        return found.endpoint === endpoint ? Effect.void : moved(`the labeler is at ${found.endpoint} now`);
      })
    );
  }
}
