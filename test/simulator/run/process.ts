import type * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import type * as Fiber from "effect/Fiber";
import * as Layer from "effect/Layer";
import type * as Scope from "effect/Scope";
import * as RepositorySignaturesWasm from "../../../src/adapters/crypto/RepositorySignaturesWasm.ts";
import * as SecureRandomNode from "../../../src/adapters/crypto/SecureRandomNode.ts";
import * as PublishedLexiconsFolder from "../../../src/adapters/filesystem/PublishedLexiconsFolder.ts";
import * as IdentityResolverNetwork from "../../../src/adapters/identity/IdentityResolverNetwork.ts";
import { TxtRecords } from "../../../src/adapters/identity/TxtRecords.ts";
import type * as StorageMemory from "../../../src/adapters/memory/StorageMemory.ts";
import * as OutboundDownloadsUndici from "../../../src/adapters/outbound/OutboundDownloadsUndici.ts";
import * as OutboundHttpUndici from "../../../src/adapters/outbound/OutboundHttpUndici.ts";
import * as RepositoryReaderXrpc from "../../../src/adapters/pds/sync/RepositoryReaderXrpc.ts";
import * as RepoEventsFirehose from "../../../src/adapters/sync/firehose/RepoEventsFirehose.ts";
import * as RepoEventsJetstream from "../../../src/adapters/sync/jetstream/RepoEventsJetstream.ts";
import * as RepoEventsTap from "../../../src/adapters/sync/tap/RepoEventsTap.ts";
import { supervise } from "../../../src/application/background/supervise.ts";
import * as LexiconCatalogProjection from "../../../src/application/projection/LexiconCatalogProjection.ts";
import * as ReadModels from "../../../src/application/projection/ReadModels.ts";
import { refreshIdentitiesPeriodically } from "../../../src/application/sync/account/refreshIdentitiesPeriodically.ts";
import { backfillPeriodically } from "../../../src/application/sync/backfill/backfillPeriodically.ts";
import { followSource } from "../../../src/application/sync/stream/followSource.ts";
import { LiveSyncSettings } from "../../../src/application/sync/stream/LiveSyncSettings.ts";
import { Leases } from "../../../src/domain/lease/Leases.ts";
import type { SourceKind } from "../plan/drawPlan.ts";
import type { NetworkServers } from "../serve/NetworkServers.ts";

/** The ports of the storage that outlives the processes. */
export type StorageServices = Layer.Layer.Success<typeof StorageMemory.layer>;

const outbound = Layer.merge(
  OutboundHttpUndici.layer({ allowLoopback: true }),
  OutboundDownloadsUndici.layer({ allowLoopback: true })
);

/** The handles of the simulation are in no DNS. */
const noTxtRecords = Layer.succeed(TxtRecords, TxtRecords.of({ lookup: () => Effect.succeed([]) }));

/** The adapters for the servers of a simulation. */
const otherServers = ({ directory, origins }: NetworkServers, temporaryFolder: string) =>
  Layer.merge(
    IdentityResolverNetwork.layer({
      plcDirectoryUrl: directory,
      handleResolverUrls: [...origins.values()].slice(0, 1),
      allowLoopback: true
    }).pipe(Layer.provide(noTxtRecords)),
    RepositoryReaderXrpc.layer({ maxBytes: 100_000_000, temporaryFolder })
  ).pipe(Layer.provide(outbound));

const idleWithin = "60 seconds";

const sourceLayer = (kind: SourceKind, { source }: NetworkServers) => {
  switch (kind) {
    case "tap":
      return RepoEventsTap.layer({ url: `http://${source}`, password: null, idleWithin });
    case "firehose":
      return RepoEventsFirehose.layer({ url: `ws://${source}/xrpc/com.atproto.sync.subscribeRepos`, idleWithin });
    case "jetstream":
      return RepoEventsJetstream.layer({ url: `ws://${source}/subscribe`, idleWithin });
  }
};

/** A killed process releases no lease. */
const leasesOfKilled = Layer.effect(
  Leases,
  Effect.map(Leases, (leases) => Leases.of({ ...leases, release: () => Effect.void }))
);

/** What one process of the service holds in memory, over a storage that outlives it. */
export const processLayer = (servers: NetworkServers, kind: SourceKind, temporaryFolder: string) =>
  Layer.mergeAll(LexiconCatalogProjection.layer, leasesOfKilled).pipe(
    Layer.provideMerge(ReadModels.layer),
    Layer.provideMerge(
      Layer.mergeAll(
        otherServers(servers, temporaryFolder),
        sourceLayer(kind, servers),
        SecureRandomNode.layer,
        PublishedLexiconsFolder.layer,
        RepositorySignaturesWasm.layer,
        Layer.succeed(LiveSyncSettings, { openCollections: { _tag: "OwnAuthorities" } })
      )
    )
  );

/** The ports of a running process. */
export type ProcessServices = StorageServices | Layer.Layer.Success<ReturnType<typeof processLayer>>;

/** A process of the service. */
export interface Process {
  readonly scope: Scope.CloseableScope;
  readonly context: Context.Context<ProcessServices>;
  readonly fiber: Fiber.RuntimeFiber<unknown>;
}

/** The background jobs of live sync. */
export const work = Effect.all(
  [
    supervise("follow the source")(followSource),
    supervise("resolve identities")(refreshIdentitiesPeriodically),
    supervise("index repositories")(backfillPeriodically({ concurrency: 4 }))
  ],
  { concurrency: "unbounded", discard: true }
);
