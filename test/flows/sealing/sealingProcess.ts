/** The part of a service that seals the log of `DATABASE_URL` and serves it at `PORT`. It starts faster than a service. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime";
import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Redacted from "effect/Redacted";
import { parseAuditKeys } from "../../../src/adapters/crypto/auditKeys.ts";
import * as CheckpointSignerEd25519 from "../../../src/adapters/crypto/CheckpointSignerEd25519.ts";
import { logRoutes } from "../../../src/adapters/http/log/logRoutes.ts";
import * as HttpServerNode from "../../../src/adapters/http/server/HttpServerNode.ts";
import * as AddressHashesMemory from "../../../src/adapters/memory/stores/AddressHashesMemory.ts";
import * as PostgresClient from "../../../src/adapters/postgres/connection/PostgresClient.ts";
import * as EventLogPostgres from "../../../src/adapters/postgres/log/EventLogPostgres.ts";
import * as LeasesPostgres from "../../../src/adapters/postgres/stores/LeasesPostgres.ts";
import * as CosignaturesPostgres from "../../../src/adapters/postgres/transparency/CosignaturesPostgres.ts";
import * as SealedTreePostgres from "../../../src/adapters/postgres/transparency/SealedTreePostgres.ts";
import { forkSupervised } from "../../../src/application/background/supervise.ts";
import { sealPeriodically } from "../../../src/application/transparency/sealPeriodically.ts";
import { testSubjectKeys } from "../../support/testSubjectKeys.ts";

const { AUDIT_SIGNING_KEY = "", DATABASE_URL = "", EXTERNAL_BASE_URL = "", PORT = "" } = process.env;

const signer = Layer.unwrapEffect(
  Effect.map(parseAuditKeys(AUDIT_SIGNING_KEY), (keys) =>
    CheckpointSignerEd25519.layer({ keys, publicUrl: EXTERNAL_BASE_URL })
  )
);

const stores = Layer.mergeAll(
  Layer.provide(EventLogPostgres.layer, testSubjectKeys),
  LeasesPostgres.layer,
  SealedTreePostgres.layer,
  CosignaturesPostgres.layer,
  signer
).pipe(Layer.provideMerge(PostgresClient.layer({ url: Redacted.make(DATABASE_URL) })));

const server = HttpServerNode.layer({
  host: "127.0.0.1",
  port: Number(PORT),
  publicUrl: EXTERNAL_BASE_URL,
  trustedProxies: 0,
  routes: logRoutes
}).pipe(Layer.provide(AddressHashesMemory.layer));

const serve = Effect.gen(function* () {
  yield* forkSupervised("seal the log")(sealPeriodically);
  yield* Layer.build(server);
  yield* Console.log("Ctrl-C stops it.");
  yield* Effect.never;
});

NodeRuntime.runMain(Effect.scoped(Effect.provide(serve, stores)));
