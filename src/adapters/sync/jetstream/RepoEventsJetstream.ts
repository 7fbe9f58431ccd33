import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { RepoEvents } from "../../../domain/sync/stream/RepoEvents.ts";
import type { JetstreamOptions } from "./JetstreamOptions.ts";
import { Version1Subscriptions } from "./Version1Subscriptions.ts";
import { Version2Subscriptions } from "./Version2Subscriptions.ts";

const version2Path = "/xrpc/network.bsky.jetstream.subscribeEvents";

/**
 * Implements `RepoEvents` with a Jetstream. It states records as JSON, without signatures. The path of the address
 * decides the version of the protocol: positions are microseconds in version 1, and sequence numbers in version 2.
 */
export const layer = (options: JetstreamOptions): Layer.Layer<RepoEvents> =>
  Layer.sync(RepoEvents, () => {
    const address = Object.assign(new URL(options.url), { search: "", hash: "" });
    const subscriptions = address.pathname.endsWith(version2Path)
      ? new Version2Subscriptions(options)
      : new Version1Subscriptions(options);
    return RepoEvents.of({
      source: { kind: "jetstream", address: address.href },
      subscribe: (asked) => subscriptions.subscribe(asked),
      acknowledge: () => Effect.void,
      track: () => Effect.void
    });
  });
