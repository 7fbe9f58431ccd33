import { once } from "node:events";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, layer } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Redacted from "effect/Redacted";
import { type CommandName, commands, runnableCommands } from "../../../src/adapters/cli/command/commands.ts";
import { catalog } from "../../../src/adapters/cli/lexicons/commandCatalog.ts";
import * as SecureRandomNode from "../../../src/adapters/crypto/SecureRandomNode.ts";
import { PublicUrl } from "../../../src/application/instance/PublicUrl.ts";
import { runWebhook } from "../../../src/application/webhook/runWebhook.ts";
import { settleWebhook } from "../../../src/application/webhook/settleWebhook.ts";
import { AtUri, recordAddress } from "../../../src/domain/atproto/AtUri.ts";
import { Cid } from "../../../src/domain/atproto/Cid.ts";
import { LexiconCatalog } from "../../../src/domain/lexicon/model/LexiconCatalog.ts";
import { RecordIndex } from "../../../src/domain/record/index/RecordIndex.ts";
import { WebhookReceiver } from "../../../src/domain/webhook/WebhookReceiver.ts";
import { storage } from "../../../src/main/storage.ts";
import { responded, scriptedReceiver } from "../../application/webhook/scriptedReceiver.ts";
import { alice, bob } from "../../support/memoryService.ts";
import { otherSqlite } from "../../support/movein/otherDatabase.ts";
import { otherRows } from "../../support/movein/otherRows.ts";
import { database, TestDatabase } from "../../support/TestDatabase.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";
import { testSecrets } from "../../support/testSubjectKeys.ts";
import { agree, shapeOf } from "./jsonShape.ts";
import { runOn } from "./runHere.ts";
import { tidemark } from "./tidemark.ts";

/** These open no store, and read the environment of a process of their own. */
const inProcess: ReadonlyArray<CommandName> = ["migrate", "keys generate", "keys show", "doctor", "new"];

/** Serves the metadata of an instance that registers no apps, for the scope. */
const closedInstance = Effect.gen(function* () {
  const server = createServer((_, response) => response.end(JSON.stringify({ issuer: "https://records.example.com" })));
  yield* Effect.acquireRelease(
    Effect.promise(() => once(server.listen(0, "127.0.0.1"), "listening")),
    () => Effect.sync(() => server.close().closeAllConnections())
  );
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
});

/** Indexes a status in a database. */
const putRecord = (databaseUrl: Redacted.Redacted, address: string) =>
  Effect.gen(function* () {
    const index = yield* RecordIndex;
    yield* index.define(yield* (yield* LexiconCatalog).current);
    const uri = AtUri.make(address);
    yield* index.put({
      ...recordAddress(uri),
      uri,
      cid: Cid.make("bafyreie5cvv4h45feadgeuwhbcutmh6t2ceseocckahdoe6uat64zmz454"),
      rev: null,
      indexedAt: "2026-11-28T12:00:00.000Z",
      value: { $type: "xyz.statusphere.status", status: "🦋", createdAt: "2026-11-28T12:00:00.000Z" }
    });
  }).pipe(
    Effect.provide(catalog),
    Effect.provide(storage({ databaseUrl, dataDir: "", secrets: testSecrets, purpose: "command" }))
  );

/** Runs the webhook of a service over a database, for the scope. Its receiver fails. */
const webhookOf = Effect.fnUntraced(function* (databaseUrl: Redacted.Redacted) {
  const scripted = scriptedReceiver();
  scripted.script.respond = () => Effect.succeed(responded(500));
  const services = Layer.mergeAll(
    storage({ databaseUrl, dataDir: "", secrets: testSecrets, purpose: "command" }),
    SecureRandomNode.layer,
    Layer.succeed(PublicUrl, "https://records.example.com"),
    Layer.succeed(WebhookReceiver, scripted.receiver)
  );
  yield* settleWebhook.pipe(
    Effect.zipRight(runWebhook(scripted.receiver)),
    Effect.provide(services),
    Effect.forkScoped
  );
  yield* Effect.repeat(
    Effect.map(runOn(databaseUrl, "webhook", "status", "--json"), ({ stdout }) => JSON.parse(stdout).host),
    { until: (host) => host !== null }
  );
  return scripted;
});

const lexicons = new URL("../../../lexicons", import.meta.url).pathname;
const uri = ["--redirect-uri", "https://a.example/cb"];

layer(database, { timeout: "60 seconds", excludeTestServices: true })("--json", (it) => {
  it.scoped(
    "prints what docs/commands.md documents, for every command",
    () =>
      Effect.gen(function* () {
        const { url } = yield* TestDatabase;
        const key = yield* tidemark({}, "keys", "generate");
        const auditKey = yield* tidemark({}, "keys", "generate", "--audit");
        const environment = {
          DATABASE_URL: Redacted.value(url),
          OAUTH_SIGNING_KEY: key.stdout.trim(),
          AUDIT_SIGNING_KEY: auditKey.stdout.trim()
        };
        const ran = new Set<string>();
        const run = (command: CommandName, words: ReadonlyArray<string>) =>
          inProcess.includes(command) ? tidemark(environment, ...words) : runOn(url, ...words);
        const check = (command: CommandName, ...args: ReadonlyArray<string>) =>
          Effect.map(run(command, [...command.split(" "), ...args, "--json"]), ({ stderr, stdout }) => {
            expect(stderr).toBe("");
            const printed = JSON.parse(stdout);
            const declared = commands[command];
            const documented = declared._tag === "Command" ? declared.jsonExample : undefined;
            ran.add(command);
            if (command === "lexicons show") return printed;
            expect({ command, shape: shapeOf(printed), agrees: agree(shapeOf(documented), shapeOf(printed)) }).toEqual({
              command,
              shape: shapeOf(printed),
              agrees: true
            });
            return printed;
          });
        yield* check("migrate");
        yield* check("lexicons check", lexicons);
        yield* check("lexicons import", lexicons);
        yield* check("lexicons list");
        yield* check("lexicons add", lexicons);
        yield* check("lexicons export");
        yield* check("lexicons remove", "app.neutral.actor.profile");
        yield* check("lexicons show", "xyz.statusphere.status");
        yield* check("lexicons versions");
        yield* check("lexicons diff", "1", "2");
        yield* check("lexicons restore", "1");
        const { clientId } = yield* check("clients register", "--name", "App", "--type", "confidential", ...uri);
        yield* check("clients list");
        yield* check("clients show", clientId);
        yield* check("clients activity", clientId);
        yield* check("clients update", clientId, "--name", "Other");
        yield* check("clients rotate-secret", clientId);
        yield* check("clients rotate-secret", clientId, "--keep-old", "24h");
        yield* check("clients revoke-secret", clientId);
        yield* check("clients lifetimes", clientId, "--access-token", "300");
        yield* check("clients delete", clientId, "--yes");
        const byKey = ["--auth-method", "private_key_jwt", "--jwks-uri", "https://a.example/keys.json"];
        const other = yield* check("clients register", "--name", "App", "--type", "confidential", ...uri, ...byKey);
        yield* check("clients keys", other.clientId, "--jwks-uri", "https://b.example/keys.json");
        yield* check("admins add", alice.did);
        yield* check("admins add", bob.did, "--role", "owner");
        yield* check("admins set-role", bob.did, "--role", "reader");
        yield* check("admins list");
        yield* check("admins remove", bob.did, "--yes");
        yield* check("setup-token");
        yield* check("indexes advise");
        yield* check("sessions owed");
        yield* check("sync skipped");
        yield* check("sync status");
        yield* check("reports list");
        yield* check("sync labelers");
        const started = yield* check("sync backfill", alice.did, "--detach");
        yield* check("sync cancel", started.id);
        const status = ["--collection", "xyz.statusphere.status"];
        yield* check("records list", ...status);
        const indexed = `at://${alice.did}/xyz.statusphere.status/a`;
        yield* putRecord(url, indexed);
        yield* check("records show", indexed);
        yield* check("records index", `at://${alice.did}/xyz.statusphere.status/none`);
        yield* check("accounts list");
        yield* check("accounts show", alice.did);
        yield* check("accounts index", alice.did);
        yield* check("accounts remove", alice.did, "--yes");
        yield* check("sessions list");
        yield* check("sessions end", "--account", alice.did, "--yes");
        yield* check("sync explain", `at://${alice.did}/xyz.statusphere.status/none`);
        yield* check("sync dead-letters list");
        yield* check("sync dead-letters retry");
        yield* check("sync dead-letters drop", "--yes");
        yield* check("move-in", yield* otherSqlite(otherRows));
        const folder = join(yield* temporaryFolder, "my-app");
        yield* check("new", folder, "--server", yield* closedInstance);
        const receiver = yield* webhookOf(url);
        const { id } = yield* check("webhook test");
        receiver.script.respond = () => Effect.succeed(responded(204));
        yield* check("webhook retry", "--id", id);
        yield* check("webhook status");
        yield* check("registry compare");
        yield* check("registry rebuild");
        yield* check("keys generate");
        yield* check("keys show");
        yield* check("doctor");
        const silent: ReadonlyArray<string> = ["serve", "demo", "completions"];
        // They copy a whole server, which a test of their own has: test/flows/backup.test.ts.
        const elsewhere: ReadonlyArray<string> = ["backup", "restore"];
        const linesOfEvents = (name: string) => name.startsWith("audit ");
        const others = runnableCommands.filter(
          ({ name }) => !linesOfEvents(name) && !silent.includes(name) && !elsewhere.includes(name)
        );
        expect(others.filter(({ name }) => !ran.has(name))).toEqual([]);
        expect(others.filter(({ command }) => command.jsonExample === undefined)).toEqual([]);
      }),
    180_000
  );
});
