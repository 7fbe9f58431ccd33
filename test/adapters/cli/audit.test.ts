import { spawn } from "node:child_process";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Layer from "effect/Layer";
import * as Redacted from "effect/Redacted";
import * as SecureRandomNode from "../../../src/adapters/crypto/SecureRandomNode.ts";
import * as EventLogPostgres from "../../../src/adapters/postgres/log/EventLogPostgres.ts";
import { migrate } from "../../../src/adapters/postgres/Migrations.ts";
import * as SealedTreePostgres from "../../../src/adapters/postgres/transparency/SealedTreePostgres.ts";
import { appendEvents } from "../../../src/application/event/appendEvents.ts";
import { Did } from "../../../src/domain/atproto/Did.ts";
import { sha256Base64Url } from "../../../src/domain/crypto/sha256.ts";
import { decodeEvent } from "../../../src/domain/event/DomainEvent.ts";
import { streamName } from "../../../src/domain/event/StreamName.ts";
import samples from "../../domain/event/samples.json" with { type: "json" };
import { sealLog } from "../../support/sealLog.ts";
import { TestDatabase, layer as testDatabase } from "../../support/TestDatabase.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";
import { testSecretsEnvironment, testSubjectKeys } from "../../support/testSubjectKeys.ts";
import { tidemark } from "./tidemark.ts";

const authorizationId = "auth_AAAAAAAAAAAAAAAAAAAAAA";
const clientId = "client_AAAAAAAAAAAAAAAAAAAAAA";
const did = Did.make("did:plc:alice234alice234alice234");
const { uri } = samples["WriteRequested.v1"];

const audit = (...args: ReadonlyArray<string>) =>
  Effect.flatMap(TestDatabase, ({ url }) => tidemark({ DATABASE_URL: Redacted.value(url) }, "audit", ...args));

type SampleType = keyof typeof samples;

const append = (
  kind: "client" | "authorization" | "session" | "write",
  id: string,
  types: ReadonlyArray<SampleType>
) => {
  const events = types.map((type) => Either.getOrThrow(decodeEvent({ type, data: samples[type] })));
  const about = kind === "client" ? {} : { clientId, authorizationId, subjectDid: did };
  return appendEvents(streamName(kind, id), 0, events, { actor: { type: "system", id: null }, ...about });
};

/** A registered app, a login from its request to its end, its session, and a write. */
const story = Effect.gen(function* () {
  yield* migrate;
  yield* append("client", clientId, ["ClientRegistered.v1"]);
  yield* append("authorization", authorizationId, [
    "AuthorizationRequested.v1",
    "UpstreamLoginStarted.v1",
    "UpstreamReturned.v1",
    "LoginCompleted.v1",
    "CodeIssued.v1",
    "CodeExchanged.v1",
    "AuthorizationEnded.v1"
  ]);
  yield* append("session", "session_AAAAAAAAAAAAAAAAAAAAAA", ["SessionEstablished.v1", "SessionEnded.v1"]);
  yield* append("write", "write_AAAAAAAAAAAAAAAAAAAAAA", ["WriteRequested.v1", "WriteRejected.v1"]);
  yield* sealLog;
}).pipe(
  Effect.provide(
    Layer.mergeAll(
      Layer.provide(EventLogPostgres.layer, testSubjectKeys),
      SealedTreePostgres.layer,
      SecureRandomNode.layer
    )
  )
);

const linesOf = (stdout: string): ReadonlyArray<Record<string, unknown>> =>
  stdout
    .trimEnd()
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

const withStory = Layer.provideMerge(Layer.effectDiscard(story), testDatabase);
it.layer(withStory, { timeout: "60 seconds" })("tidemark audit", (it) => {
  it.effect("lists stories, one line each, and those whose events match a search", () =>
    Effect.gen(function* () {
      const all = yield* audit("list", "--stories");
      assert.deepInclude(all, { code: 0, stderr: "" });
      assert.match(all.stdout, /· {2}\S+ signed in to An app, 7 steps, \d.*\n {4}\(#2 to #9\)/);
      const [refused, ...others] = linesOf(
        (yield* audit("list", "--stories", "--json", "--search", "swap_mismatch an")).stdout
      );
      assert.deepInclude(refused, { kind: "write", outcome: "failure" });
      assert.include(String(refused?.headline), "could not ");
      assert.strictEqual(others.length, 0);
      assert.deepInclude(yield* audit("list", "--stories", "--search", "nobody"), {
        code: 0,
        stdout: "No story matches.\n"
      });
    })
  );

  it.effect("lists the latest events in plain language, and those that match a filter", () =>
    Effect.gen(function* () {
      const all = yield* audit("list");
      assert.deepInclude(all, { code: 0, stderr: "" });
      assert.include(all.stdout, `LoginCompleted.v1  ${did} via "An app"\n    ${did} signed in and granted the scope`);
      const named = yield* audit("list", "--client", "an app", "--type", "LoginCompleted");
      assert.include(named.stdout, "LoginCompleted.v1");
      const unknown = yield* audit("list", "--client", "Anapp");
      assert.deepInclude(unknown, { code: 2, stdout: "" });
      assert.include(unknown.stderr, "--client names no registered app; did you mean An app?");
      const failed = yield* audit("list", "--outcome", "failure", "--did", did, "--type", "WriteRejected.v1");
      assert.match(
        failed.stdout,
        /^#12 {2}\S+ \S+ {2}✗ {2}WriteRejected\.v1 .*\n {4}Nothing was written at .* The record or the repository was changed/
      );
      const [first, second, ...rest] = linesOf((yield* audit("list", "--limit", "2", "--json")).stdout);
      assert.deepStrictEqual([first?.position, second?.position, rest.length], [11, 12, 0]);
      assert.deepInclude(second, { clientName: "An app", reason: "swap-mismatch" });
      assert.deepInclude(yield* audit("list", "--reason", "nothing"), {
        code: 0,
        stdout: "No event matches.\n"
      });
    })
  );

  it.effect("shows an authorization as a timeline, an account, a record and an event", () =>
    Effect.gen(function* () {
      const timeline = yield* audit("show", authorizationId);
      assert.strictEqual(timeline.code, 0);
      assert.match(
        timeline.stdout,
        /^ {2}authorization {2}auth_A+\n {2}user {11}did:plc:alice\S+\n {2}app {12}An app \(client_A+\)\n/
      );
      assert.match(
        timeline.stdout,
        /\n {2}state {10}ended\n {2}reason {9}An old refresh token .* \(refresh-token-reused\)\n\n#2 /
      );
      const steps = linesOf((yield* audit("show", authorizationId, "--json")).stdout);
      assert.deepStrictEqual(
        steps.map(({ position }) => position),
        [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
      );
      const record = linesOf((yield* audit("show", uri, "--json")).stdout);
      assert.deepStrictEqual(
        record.map(({ type }) => type),
        ["WriteRequested.v1", "WriteRejected.v1"]
      );
      assert.strictEqual(linesOf((yield* audit("show", did, "--json")).stdout).length, 11);
      const [third] = linesOf((yield* audit("show", "3", "--json")).stdout);
      const byId = yield* audit("show", String(third?.id));
      assert.include(byId.stdout, "UpstreamLoginStarted.v1");
      assert.include(byId.stdout, `leafHash: ${third?.leafHash}`);
    })
  );

  it.effect(
    "reports usage errors, and that the history has nothing about the subject",
    () =>
      Effect.gen(function* () {
        const cases = [
          [["list", "--type", "Nothing.v1"], 2, '--type contains "Nothing.v1", which is not an event type'],
          [["list", "--since", "the day before"], 2, "--since must be a time"],
          [["list", "--type", "LoginFaild.v1"], 2, "; did you mean LoginFailed.v1?"],
          [["list", "--request", "a b"], 2, "--request contains characters"],
          [["list", "--limit", "0"], 2, '--limit: "0" is not a whole number from 1 to 10000'],
          [["list", "--outcome", "maybe"], 2, '--outcome: "maybe" is not one of success, failure'],
          [["show", "alice.example.com"], 2, "<what> names alice.example.com, a handle that is not known here"],
          [["show", "nonsense"], 2, "<what> must be an authorization (auth_…), an account"],
          [["show", "at://nothing"], 2, "<what> must be an authorization (auth_…), an account"],
          [["show", "alice@example.com"], 2, "did you mean alice.example.com?"],
          [
            ["list", "--did", "\u202a＠alice.example．com"],
            2,
            "--did names alice.example.com, a handle that is not known"
          ],
          [["show", "auth_nobody"], 1, "The history has nothing about auth_nobody"],
          [["show", "999"], 1, "The history has nothing about 999"],
          [["show", "did:web:nobody.example"], 1, "The history has nothing about did:web:nobody.example"],
          [["export", "--output", "/nowhere/at/all"], 1, "/nowhere/at/all cannot be written"]
        ] as const;
        yield* Effect.forEach(
          cases,
          ([args, code, message]) =>
            Effect.map(audit(...args), (finished) => {
              assert.deepInclude(finished, { code, stdout: "" }, args.join(" "));
              assert.include(finished.stderr, message);
            }),
          { concurrency: 3 }
        );
      }),
    120_000
  );

  it.scoped("exports lines that can be verified, and CloudEvents, to a file that exists once it is complete", () =>
    Effect.gen(function* () {
      const exported = yield* audit("export");
      const lines = exported.stdout.trimEnd().split("\n");
      const { checkpoint, ...end } = JSON.parse(lines.at(-1) ?? "").end;
      assert.deepStrictEqual(end, { count: 12 });
      const [line = ""] = lines;
      const bytes = line.slice('{"event":'.length, line.lastIndexOf(',"leafHash":"'));
      assert.strictEqual(sha256Base64Url(`\u0000${bytes}`), JSON.parse(line).leafHash);

      const file = join(yield* temporaryFolder, "history");
      const flags = ["--format", "cloudevents", "--source", "https://a.example", "--authorization", authorizationId];
      const said = yield* audit("export", ...flags, "--output", file, "--json");
      assert.deepStrictEqual(JSON.parse(said.stdout), { file, count: 11, lastPosition: 12 });
      assert.strictEqual((yield* Effect.promise(() => stat(file))).mode & 0o777, 0o600);
      const events = linesOf(yield* Effect.promise(() => readFile(file, "utf8")));
      assert.strictEqual(events.length, 12);
      assert.deepInclude(events[0], {
        specversion: "1.0",
        source: "https://a.example",
        type: "AuthorizationRequested.v1",
        subject: did,
        datacontenttype: "application/json",
        sequence: "0000000000000002",
        authtype: "system"
      });
      for (const event of events)
        for (const [name, value] of Object.entries(event)) {
          assert.match(name, /^[a-z0-9]{1,20}$/);
          if (name !== "data") assert.typeOf(value, "string");
        }
      assert.deepInclude(events.at(-1), {
        type: "tidemark.export.ended",
        data: { complete: true, count: 11, lastPosition: 12, checkpoint, partial: true }
      });
    })
  );

  it.effect.each([
    ["followed", [], { type: "ClientDeleted.v1", stream: "client-followed" }],
    ["told", ["--stories"], { outcome: "success", stepCount: 1 }]
  ] as const)("follows new events until it is interrupted: %j", ([id, options, expected]) =>
    Effect.gen(function* () {
      const { url } = yield* TestDatabase;
      const script = fileURLToPath(new URL("../../../bin/tidemark.js", import.meta.url));
      const child = spawn(
        process.execPath,
        [script, "audit", "list", "--follow", "--json", "--stream", `client-${id}`, ...options],
        {
          env: {
            PATH: process.env.PATH,
            HOME: process.env.HOME,
            ...testSecretsEnvironment,
            DATABASE_URL: Redacted.value(url)
          },
          stdio: ["ignore", "pipe", "inherit"]
        }
      );
      const ended = new Promise<number | null>((done) => child.once("exit", done));
      const line = new Promise<string>((done) => child.stdout.once("data", (text: Buffer) => done(text.toString())));
      yield* append("client", id, ["ClientDeleted.v1"]).pipe(
        Effect.provide(Layer.merge(Layer.provide(EventLogPostgres.layer, testSubjectKeys), SecureRandomNode.layer))
      );
      assert.deepInclude(JSON.parse(yield* Effect.promise(() => line)), expected);
      child.kill("SIGINT");
      assert.strictEqual(yield* Effect.promise(() => ended), 130);
    })
  );
});
