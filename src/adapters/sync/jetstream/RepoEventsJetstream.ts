import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { RepoEvents } from "../../../domain/sync/stream/RepoEvents.ts";
import { type JetstreamOptions, Version1Subscriptions } from "./Version1Subscriptions.ts";

/**
 * Implements `RepoEvents` with a Jetstream. It states records as JSON, without signatures. Its positions are
 * microseconds.
 */
export const layer = (options: JetstreamOptions): Layer.Layer<RepoEvents> =>
  Layer.sync(RepoEvents, () => {
    const { href } = Object.assign(new URL(options.url), { search: "", hash: "" });
    const subscriptions = new Version1Subscriptions(options);
    return RepoEvents.of({
      source: { kind: "jetstream", address: href },
      subscribe: (asked) => subscriptions.subscribe(asked),
      acknowledge: () => Effect.void,
      track: () => Effect.void
    });
  });
