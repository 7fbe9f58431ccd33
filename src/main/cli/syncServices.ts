import { resolve } from "node:path";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Layer from "effect/Layer";
import { ConfigurationInvalid } from "../../adapters/configuration/ConfigurationInvalid.ts";
import { followedSource } from "../../adapters/configuration/followedSource.ts";
import { syncVariables } from "../../adapters/configuration/variables/syncVariables.ts";
import { readVariable, type Variable } from "../../adapters/configuration/variables/Variable.ts";
import { nodeEnv, variables } from "../../adapters/configuration/variables/variables.ts";
import * as RepositorySignaturesWasm from "../../adapters/crypto/RepositorySignaturesWasm.ts";
import * as IdentityResolverNetwork from "../../adapters/identity/IdentityResolverNetwork.ts";
import * as TxtRecords from "../../adapters/identity/TxtRecords.ts";
import * as OtherInstancesDatabase from "../../adapters/movein/OtherInstancesDatabase.ts";
import * as OutboundDownloadsUndici from "../../adapters/outbound/OutboundDownloadsUndici.ts";
import * as OutboundHttpUndici from "../../adapters/outbound/OutboundHttpUndici.ts";
import * as RepositoryDirectoryXrpc from "../../adapters/pds/sync/RepositoryDirectoryXrpc.ts";
import * as RepositoryReaderXrpc from "../../adapters/pds/sync/RepositoryReaderXrpc.ts";
import { ConfiguredAdmins } from "../../application/admin/ConfiguredAdmins.ts";
import { PublicUrl } from "../../application/instance/PublicUrl.ts";
import { FollowedSource } from "../../application/sync/status/FollowedSource.ts";
import { LiveSyncSettings } from "../../application/sync/stream/LiveSyncSettings.ts";
import { signingKeyReader } from "../signingKeyReader.ts";
import { temporaryFolderOf } from "../storageLocation.ts";

const read = <A>(variable: Variable<A>) => readVariable(process.env, variable);

/** Reads what the commands for live sync need of the environment. The keys of the service are not read. */
const readEnvironment = Effect.gen(function* () {
  const production = yield* read(nodeEnv);
  const known = variables(production, signingKeyReader);
  const { adminDids, backfillMaxBytes, baseUrl, dataDir, handleResolverUrl, plcDirectoryUrl, port } = known;
  return yield* Either.all({
    production: Either.right(production),
    // A command is often run without the address of its instance, and most commands do without it.
    publicUrl: Either.right(Either.getOrNull(read(baseUrl))),
    port: read(port),
    adminDids: read(adminDids),
    dataDir: Either.map(read(dataDir), (folder) => resolve(folder)),
    backfillMaxBytes: read(backfillMaxBytes),
    handleResolverUrl: read(handleResolverUrl),
    plcDirectoryUrl: read(plcDirectoryUrl),
    sync: Either.all({
      source: read(syncVariables.source),
      jetstreamUrl: read(syncVariables.jetstreamUrl),
      relayUrl: read(syncVariables.relayUrl),
      tapUrl: read(syncVariables.tapUrl),
      openCollections: read(syncVariables.openCollections)
    })
  });
}).pipe(Effect.mapError((problem) => new ConfigurationInvalid({ problems: [problem] })));

/** The settings of live sync and the adapters for other servers, for the commands. */
export const syncServices = Layer.unwrapEffect(
  Effect.map(readEnvironment, (environment) => {
    const { backfillMaxBytes: maxBytes, dataDir, handleResolverUrl, plcDirectoryUrl, production, sync } = environment;
    const { adminDids, port, publicUrl } = environment;
    const policy = { allowLoopback: !production };
    const handleResolverUrls = handleResolverUrl === null ? [] : [handleResolverUrl];
    return Layer.mergeAll(
      IdentityResolverNetwork.layer({ plcDirectoryUrl, handleResolverUrls, allowLoopback: !production }).pipe(
        Layer.provide(TxtRecords.layer)
      ),
      RepositoryReaderXrpc.layer({ maxBytes, temporaryFolder: temporaryFolderOf(dataDir) }),
      RepositoryDirectoryXrpc.layer({ relayUrl: sync.relayUrl }),
      RepositorySignaturesWasm.layer,
      Layer.succeed(PublicUrl, publicUrl ?? `http://127.0.0.1:${port}`),
      Layer.succeed(ConfiguredAdmins, adminDids),
      OtherInstancesDatabase.layer,
      Layer.succeed(FollowedSource, followedSource(sync)),
      Layer.succeed(LiveSyncSettings, { openCollections: sync.openCollections })
    ).pipe(Layer.provide(Layer.merge(OutboundHttpUndici.layer(policy), OutboundDownloadsUndici.layer(policy))));
  })
);
