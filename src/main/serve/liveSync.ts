import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import type { Configuration } from "../../adapters/configuration/Configuration.ts";
import { followedSource } from "../../adapters/configuration/followedSource.ts";
import * as RepoEventsFirehose from "../../adapters/sync/firehose/RepoEventsFirehose.ts";
import * as RepoEventsJetstream from "../../adapters/sync/jetstream/RepoEventsJetstream.ts";
import { readDictionary } from "../../adapters/sync/jetstream/readDictionary.ts";
import * as RepoEventsTap from "../../adapters/sync/tap/RepoEventsTap.ts";
import { forkSupervised } from "../../application/background/supervise.ts";
import { followSource } from "../../application/sync/stream/followSource.ts";
import { recordSource } from "../../application/sync/stream/recordSource.ts";
import type { SyncSource } from "../../domain/sync/stream/SyncSource.ts";

const jetstreamDictionary = (path: string | null) => (path === null ? Effect.succeed(undefined) : readDictionary(path));

/** The adapter of each kind of source. Its address comes from the operator, so it may be one of a private network. */
const sourceOf = ({ address, kind }: SyncSource, { sync }: Configuration) => {
  const idleWithin = `${sync.idleSeconds} seconds` as const;
  switch (kind) {
    case "jetstream":
      return Layer.unwrapEffect(
        Effect.map(jetstreamDictionary(sync.jetstreamDictionary), (dictionary) =>
          RepoEventsJetstream.layer({ url: address, idleWithin, dictionary })
        )
      );
    case "firehose":
      return RepoEventsFirehose.layer({ url: address, idleWithin });
    case "tap":
      return RepoEventsTap.layer({ url: sync.tapUrl ?? "", password: sync.tapPassword, idleWithin });
  }
};

/**
 * Follows the configured source for the scope. A source that cannot be reached does not keep the service from starting.
 * Without a source it records that none is followed any longer.
 */
export const startLiveSync = (configuration: Configuration) => {
  const source = followedSource(configuration.sync);
  return source === null
    ? Effect.asVoid(recordSource(null))
    : Effect.asVoid(forkSupervised("live sync")(Effect.provide(followSource, sourceOf(source, configuration))));
};
