/** Archives sign-ins in the database of `DATABASE_URL`, and kills this process at a step: `node archiveAndDie.ts <step>`. */
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Redacted from "effect/Redacted";
import * as Stream from "effect/Stream";
import * as SecureRandomNode from "../../../src/adapters/crypto/SecureRandomNode.ts";
import { archiveEvents } from "../../../src/application/retention/archiveEvents.ts";
import { Atomically } from "../../../src/domain/event/Atomically.ts";
import { systemActor } from "../../../src/domain/event/Envelope.ts";
import { ArchivedEvents } from "../../../src/domain/retention/ArchivedEvents.ts";
import { ArchiveFiles } from "../../../src/domain/retention/ArchiveFiles.ts";
import { storage } from "../../../src/main/storage.ts";
import { testSecrets } from "../../support/testSubjectKeys.ts";
import type { Step } from "./steps.ts";

const [step = ""] = process.argv.slice(2);
const dataDir = process.env.DATA_DIR ?? "";
const databaseUrl = Redacted.make(process.env.DATABASE_URL ?? "");

/** Does not return: the process ends with all of its connections. */
const die = Effect.zipRight(
  Effect.sync(() => process.kill(process.pid, "SIGKILL")),
  Effect.never
);

const dieAt = (name: Step) => (step === name ? die : Effect.void);

/** The stores of a service, which end the process at the step. */
const dying = Effect.gen(function* () {
  const [files, archived, atomically] = yield* Effect.all([ArchiveFiles, ArchivedEvents, Atomically]);
  return Layer.mergeAll(
    Layer.succeed(ArchiveFiles, {
      ...files,
      write: (name, lines) =>
        files
          .write(
            name,
            Stream.tap(lines, () => dieAt("while the file is written"))
          )
          .pipe(Effect.zipLeft(dieAt("after the file is complete")))
    }),
    Layer.succeed(ArchivedEvents, {
      ...archived,
      archive: (archival) => Effect.zipLeft(archived.archive(archival), dieAt("after the events were moved"))
    }),
    Layer.succeed(Atomically, {
      run: (work) =>
        atomically.run(Effect.zipLeft(work, dieAt("before the commit"))).pipe(Effect.zipLeft(dieAt("after the commit")))
    })
  );
});

const archive = archiveEvents({ class: "access", days: 0 }, { actor: systemActor });

await Effect.runPromise(
  Effect.flatMap(dying, (stores) => Effect.provide(archive, stores)).pipe(
    Effect.provide(
      Layer.merge(storage({ databaseUrl, dataDir, secrets: testSecrets, purpose: "service" }), SecureRandomNode.layer)
    )
  )
);
process.exit(0);
