/** Erases a person in the database of `DATABASE_URL`, and kills this process at a step: `node eraseAndDie.ts <step> <did>`. */
import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Redacted from "effect/Redacted";
import * as Schema from "effect/Schema";
import * as SecureRandomNode from "../../../src/adapters/crypto/SecureRandomNode.ts";
import * as ErasureLedgerFile from "../../../src/adapters/filesystem/ErasureLedgerFile.ts";
import { eraseSubject } from "../../../src/application/erasure/eraseSubject.ts";
import { Did } from "../../../src/domain/atproto/Did.ts";
import { EndedAuthorizations } from "../../../src/domain/authorization/end/EndedAuthorizations.ts";
import { Atomically } from "../../../src/domain/event/Atomically.ts";
import { ErasureLedger } from "../../../src/domain/personal/ErasureLedger.ts";
import { Subjects } from "../../../src/domain/personal/Subjects.ts";
import { storage } from "../../../src/main/storage.ts";
import { testSecrets } from "../../support/testSubjectKeys.ts";
import type { Step } from "./steps.ts";

const [step = "", did = ""] = process.argv.slice(2);
const dataDir = process.env.DATA_DIR ?? "";

/** Does not return: the process ends with all of its connections. */
const die = Effect.zipRight(
  Effect.sync(() => process.kill(process.pid, "SIGKILL")),
  Effect.never
);

const dieAt = (name: Step) => (step === name ? die : Effect.void);

const halfALine = (commitment: string) =>
  Effect.promise(() => appendFile(join(dataDir, "erasures"), commitment.slice(0, 20)));

/** The stores of a service, which end the process at the step. */
const dying = Effect.gen(function* () {
  const [subjects, atomically, ledger] = yield* Effect.all([Subjects, Atomically, ErasureLedger]);
  return Layer.mergeAll(
    Layer.mock(EndedAuthorizations, { awaitPosition: () => dieAt("after the first sign-in ended") }),
    Layer.succeed(Subjects, {
      ...subjects,
      erase: (subject) =>
        dieAt("after the records were deleted").pipe(
          Effect.zipRight(subjects.erase(subject)),
          Effect.zipLeft(dieAt("after the key was deleted"))
        )
    }),
    Layer.succeed(Atomically, {
      run: (work) => atomically.run(Effect.zipLeft(work, dieAt("before the commit")))
    }),
    Layer.succeed(ErasureLedger, {
      ...ledger,
      add: (commitments) =>
        dieAt("after the commit").pipe(
          Effect.zipRight(
            step === "during the line of the ledger"
              ? Effect.zipRight(halfALine(commitments[0] ?? ""), die)
              : ledger.add(commitments)
          ),
          Effect.zipLeft(dieAt("after the line of the ledger"))
        )
    })
  );
});

const erasure = eraseSubject({ did: Schema.decodeSync(Did)(did), note: null, actor: { type: "operator", id: null } });
const databaseUrl = Redacted.make(process.env.DATABASE_URL ?? "");

await Effect.runPromise(
  Effect.flatMap(dying, (stores) => Effect.provide(erasure, stores)).pipe(
    Effect.provide(
      Layer.mergeAll(
        storage({ databaseUrl, dataDir, secrets: testSecrets, purpose: "service" }),
        ErasureLedgerFile.layer({ dataDir, missingFolder: "create" }),
        SecureRandomNode.layer
      )
    )
  )
);
process.exit(0);
