/**
 * `npm run bench -- log [parts]`: the transparency log. Parts: `backlog` (an upgrade), `sealing` (beside appends), `proofs`;
 * all of them by default, one after the other in one log. `verify` and `erasure` use a log of their own.
 */
import { parseArgs } from "node:util";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Redacted from "effect/Redacted";
import { generateAuditKey, parseAuditKeys } from "../src/adapters/crypto/auditKeys.ts";
import * as CheckpointSignerEd25519 from "../src/adapters/crypto/CheckpointSignerEd25519.ts";
import * as EventCheckerNode from "../src/adapters/crypto/EventCheckerNode.ts";
import { hashingNode } from "../src/adapters/crypto/hashingNode.ts";
import * as ArchiveFilesMemory from "../src/adapters/memory/stores/ArchiveFilesMemory.ts";
import * as PostgresClient from "../src/adapters/postgres/connection/PostgresClient.ts";
import * as EventLogPostgres from "../src/adapters/postgres/log/EventLogPostgres.ts";
import { layer as migrations } from "../src/adapters/postgres/Migrations.ts";
import * as StoredProjectionsPostgres from "../src/adapters/postgres/projections/StoredProjectionsPostgres.ts";
import * as ArchivedEventsPostgres from "../src/adapters/postgres/retention/ArchivedEventsPostgres.ts";
import * as LeasesPostgres from "../src/adapters/postgres/stores/LeasesPostgres.ts";
import * as SealedTreePostgres from "../src/adapters/postgres/transparency/SealedTreePostgres.ts";
import * as LogCensusPostgres from "../src/adapters/postgres/verification/LogCensusPostgres.ts";
import { Sha256Hasher } from "../src/domain/crypto/Sha256Hasher.ts";
import { measureBacklog } from "./log/backlog.ts";
import { measureErasure } from "./log/erasure.ts";
import { measureProofs } from "./log/proofs.ts";
import { measureSealing } from "./log/sealing.ts";
import { measureVerification } from "./log/verification.ts";
import { subjectKeys } from "./subjectKeys.ts";
import { temporaryDatabase } from "./temporaryDatabase.ts";

const { positionals, values: flags } = parseArgs({
  allowPositionals: true,
  options: {
    events: { type: "string", default: "1000000" },
    producers: { type: "string", default: "256" },
    seconds: { type: "string", default: "5" },
    rounds: { type: "string", default: "5" },
    proofs: { type: "string", default: "1000" },
    erased: { type: "string", default: "10000" }
  }
});

const isChosen = (part: string): boolean => positionals.length === 0 || positionals.includes(part);

const appends = {
  producers: Number(flags.producers),
  seconds: Number(flags.seconds),
  rounds: Number(flags.rounds)
};

const parts = Effect.gen(function* () {
  if (isChosen("backlog")) yield* measureBacklog(Number(flags.events), appends);
  if (isChosen("sealing")) yield* measureSealing(appends);
  if (isChosen("proofs")) yield* measureProofs(Number(flags.proofs));
});

const signer = Layer.unwrapEffect(
  Effect.map(
    Effect.flatMap(generateAuditKey, (pem) => parseAuditKeys(Redacted.value(pem))),
    (keys) => CheckpointSignerEd25519.layer({ keys, publicUrl: "https://tidemark.example.com" })
  )
);

const hasher = Layer.succeed(Sha256Hasher, hashingNode);

const verifying = Effect.suspend(() => measureVerification(Number(flags.events))).pipe(
  Effect.provide(Layer.mergeAll(StoredProjectionsPostgres.layer, LogCensusPostgres.layer, EventCheckerNode.layer))
);

const bench = Effect.gen(function* () {
  const { url } = yield* temporaryDatabase;
  const stores = Layer.mergeAll(
    EventLogPostgres.layer,
    LeasesPostgres.layer,
    SealedTreePostgres.layer,
    ArchivedEventsPostgres.layer,
    ArchiveFilesMemory.layer,
    signer
  ).pipe(
    Layer.provideMerge(hasher),
    Layer.provideMerge(subjectKeys),
    Layer.provideMerge(migrations),
    Layer.provideMerge(PostgresClient.layer({ url: Redacted.make(url) }))
  );
  yield* Effect.provide(positionals.includes("verify") ? verifying : parts, stores);
});

await (positionals.includes("erasure")
  ? Effect.runPromise(Effect.scoped(measureErasure(Number(flags.erased), appends.rounds)))
  : Effect.runPromise(Effect.scoped(bench)));
