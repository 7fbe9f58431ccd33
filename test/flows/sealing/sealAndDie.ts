/** Seals the log of `DATABASE_URL` once, and kills this process at a step: `node sealAndDie.ts <step>`. */
import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Redacted from "effect/Redacted";
import { parseAuditKeys } from "../../../src/adapters/crypto/auditKeys.ts";
import * as CheckpointSignerEd25519 from "../../../src/adapters/crypto/CheckpointSignerEd25519.ts";
import * as PostgresClient from "../../../src/adapters/postgres/connection/PostgresClient.ts";
import * as EventLogPostgres from "../../../src/adapters/postgres/log/EventLogPostgres.ts";
import * as LeasesPostgres from "../../../src/adapters/postgres/stores/LeasesPostgres.ts";
import * as SealedTreePostgres from "../../../src/adapters/postgres/transparency/SealedTreePostgres.ts";
import { underRenewedLease } from "../../../src/application/lease/withRenewedLease.ts";
import { sealNext } from "../../../src/application/transparency/sealNext.ts";
import { CheckpointSigner } from "../../../src/domain/transparency/CheckpointSigner.ts";
import { testSubjectKeys } from "../../support/testSubjectKeys.ts";

const step = process.argv[2] ?? "";

/** Does not return: the process ends with all of its connections. */
const die = Effect.zipRight(
  Effect.sync(() => process.kill(process.pid, "SIGKILL")),
  Effect.never
);

const dieAt = (name: string) => (step === name ? die : Effect.void);

const signer = Layer.unwrapEffect(
  Effect.map(parseAuditKeys(process.env.AUDIT_SIGNING_KEY ?? ""), (keys) =>
    CheckpointSignerEd25519.layer({ keys, publicUrl: "https://log.example" })
  )
);

const seal = Effect.gen(function* () {
  const sql = yield* SqlClient;
  const { sign, ...others } = yield* CheckpointSigner;
  const dying = {
    ...others,
    sign: (text: string) =>
      dieAt("before signing").pipe(
        Effect.zipRight(sign(text)),
        Effect.tap(() => dieAt("after signing"))
      )
  };
  const lease = { name: "seal log", leaseMs: 500, renewEveryMs: 100 };
  const sealed = underRenewedLease(lease, (held) => Effect.provideService(sealNext(held), CheckpointSigner, dying));
  // Within a transaction of its own the seal is a savepoint, so that all of it is stored and nothing is committed.
  yield* step === "before the commit" ? sql.withTransaction(Effect.zipRight(sealed, die)) : sealed;
  yield* dieAt("after the commit");
});

const url = Redacted.make(process.env.DATABASE_URL ?? "");
await Effect.runPromise(
  Effect.provide(
    seal,
    Layer.mergeAll(signer, SealedTreePostgres.layer, EventLogPostgres.layer, LeasesPostgres.layer).pipe(
      Layer.provide(testSubjectKeys),
      Layer.provideMerge(PostgresClient.layer({ url, maxConnections: 3 }))
    )
  )
);
process.exit(0);
