import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { assert, layer } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Redacted from "effect/Redacted";
import { generateAuditKey, parseAuditKeys } from "../../src/adapters/crypto/auditKeys.ts";
import * as CheckpointSignerEd25519 from "../../src/adapters/crypto/CheckpointSignerEd25519.ts";
import { CheckpointSigner } from "../../src/domain/transparency/CheckpointSigner.ts";
import { parseNote } from "../../src/domain/transparency/SignedNote.ts";
import { parseVerifierKey, type VerifierKey } from "../../src/domain/transparency/VerifierKey.ts";
import { verifyEd25519 } from "../../src/domain/transparency/verifyEd25519.ts";
import { verifyNote } from "../../src/domain/transparency/verifyNote.ts";
import { database, TestDatabase } from "../support/TestDatabase.ts";
import { temporaryFolder } from "../support/temporaryFolder.ts";
import { eventually } from "./eventually.ts";
import { registerByCommand } from "./registerByCommand.ts";
import { ServiceProcess } from "./ServiceProcess.ts";
import { startWitness } from "./WitnessProcess.ts";

const publicUrl = "https://log.example";

/** The key of a log at `publicUrl`: the private one for the service, the public one for witnesses. */
const newLogKey = Effect.gen(function* () {
  const pem = Redacted.value(yield* generateAuditKey);
  const keys = yield* parseAuditKeys(pem);
  const signer = yield* Effect.provide(CheckpointSigner, CheckpointSignerEd25519.layer({ keys, publicUrl }));
  return { pem, key: signer.keys[0] };
});

const startService = (env: Readonly<Record<string, string>>) =>
  Effect.acquireRelease(
    Effect.promise(() => ServiceProcess.start({ env, publicUrl })),
    (service) => Effect.promise(() => service.stop())
  );

const read = async (service: ServiceProcess, path: string): Promise<string> =>
  (await fetch(`${service.reach}${path}`, { headers: { host: "log.example" } })).text();

/** The names of the keys that signed the latest checkpoint, each verified. */
const signers = async (service: ServiceProcess, keys: ReadonlyArray<VerifierKey>): Promise<ReadonlyArray<string>> => {
  const note = Either.getOrNull(parseNote(await read(service, "/log/checkpoint")));
  if (note === null) return [];
  return Either.getOrThrow(verifyNote(note, keys, verifyEd25519)).map(({ name }) => name);
};

interface Publication {
  readonly kind: string;
  readonly state: string;
  readonly lagEvents: number;
}

const publications = async (service: ServiceProcess): Promise<ReadonlyArray<Publication>> =>
  JSON.parse(await read(service, "/ready")).publications ?? [];

const isCurrent = async (service: ServiceProcess, kind: string): Promise<boolean> =>
  (await publications(service)).some((each) => each.kind === kind && each.state === "current" && each.lagEvents === 0);

layer(database, { timeout: "60 seconds", excludeTestServices: true })("a witness in another process", (it) => {
  it.scoped(
    "cosigns each checkpoint, catches up after it was away, and is recognized after it was reset",
    () =>
      Effect.gen(function* () {
        const folder = yield* temporaryFolder;
        const { key, pem } = yield* newLogKey;
        const state = join(folder, "witness.json");
        const anchor = join(folder, "anchor.log");
        const first = yield* startWitness(state, [key]);
        const env = {
          DATABASE_URL: Redacted.value((yield* TestDatabase).url),
          DATA_DIR: folder,
          AUDIT_SIGNING_KEY: pem,
          AUDIT_WITNESSES: first.setting,
          AUDIT_ANCHORS: `file://${anchor}`
        };
        const service = yield* startService(env);
        const witnessKey = Either.getOrThrow(parseVerifierKey(first.setting.slice(first.setting.indexOf("#") + 1)));
        const keys = [key, witnessKey];
        const wait = (what: string, check: () => Promise<boolean>) =>
          Effect.promise(() => eventually(what, check, 40_000));
        const isCosigned = async () => (await signers(service, keys)).includes(witnessKey.name);
        yield* wait("the witness cosigned", isCosigned);
        assert.deepStrictEqual(
          [...(yield* Effect.promise(() => signers(service, keys)))].sort(),
          [key.name, witnessKey.name].sort()
        );

        first.child.kill("SIGKILL");
        yield* Effect.promise(() => first.ended);
        const before = yield* Effect.promise(() => read(service, "/log/checkpoint"));
        yield* Effect.promise(() => registerByCommand(env, "public", "https://app.example/callback"));
        yield* wait("the log is sealed without the witness", async () => {
          const now = await read(service, "/log/checkpoint");
          const [witness] = await publications(service);
          return now.split("\n")[1] !== before.split("\n")[1] && witness?.state === "away" && witness.lagEvents > 0;
        });
        const port = Number(new URL(first.address).port);
        yield* Effect.scoped(
          Effect.gen(function* () {
            yield* startWitness(state, [key], port);
            yield* wait(
              "the witness caught up",
              async () => (await isCurrent(service, "witness")) && (await isCosigned())
            );
          })
        );

        const stored = JSON.parse(yield* Effect.promise(() => readFile(state, "utf8")));
        yield* Effect.promise(() => writeFile(state, JSON.stringify({ ...stored, logs: {} })));
        yield* startWitness(state, [key], port);
        yield* Effect.promise(() => registerByCommand(env, "public", "https://other.example/callback"));
        yield* wait(
          "the witness that was reset cosigns again",
          async () => service.output.includes("no longer knows what it cosigned") && (await isCosigned())
        );

        yield* wait("the anchor is current", () => isCurrent(service, "anchor"));
        const lines = (yield* Effect.promise(() => readFile(anchor, "utf8"))).trimEnd().split("\n");
        assert.isAtLeast(lines.length, 3);
        for (const line of lines) {
          const note = Either.getOrThrow(parseNote(JSON.parse(line).checkpoint));
          assert.isTrue(Either.isRight(verifyNote(note, [key], verifyEd25519)));
        }
      }),
    180_000
  );
});
