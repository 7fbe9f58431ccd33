import { assert, layer } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import * as Schema from "effect/Schema";
import { HashedSecret, hashSecret } from "../../../src/domain/client/authentication/ClientSecret.ts";
import { loggedEvents } from "../../support/loggedEvents.ts";
import { otherSqlite } from "../../support/movein/otherDatabase.ts";
import {
  confidentialClientId,
  confidentialSecret,
  otherAlice,
  otherBob,
  otherRows,
  publicClientId
} from "../../support/movein/otherRows.ts";
import { database, TestDatabase } from "../../support/TestDatabase.ts";
import { runOn } from "./runHere.ts";
import { tidemark } from "./tidemark.ts";

const run = (...args: ReadonlyArray<string>) => Effect.flatMap(TestDatabase, ({ url }) => runOn(url, ...args));

const moveIn = (...args: ReadonlyArray<string>) => run("move-in", ...args);

const events = Effect.flatMap(TestDatabase, ({ url }) => Effect.promise(() => loggedEvents(Redacted.value(url))));

const typesOf = Effect.map(events, (all) => all.map(({ type }) => type));

layer(database, { timeout: "60 seconds", excludeTestServices: true })("tidemark move-in", (it) => {
  it.scoped(
    "shows by row what it would take, and changes nothing until --apply records it with its origin",
    () =>
      Effect.gen(function* () {
        const path = yield* otherSqlite(otherRows);
        const shown = yield* moveIn(path);
        assert.deepInclude(shown, { code: 0, stderr: "" });
        for (const line of [
          "quickslice 0.20 in SQLite, schema 20251230000001: 2 Lexicons, 3 clients",
          "    client_AAAAAAAAAAAAAAAAAAAAAA (Statusphere)",
          "      The redirect URI http://app.example.com/callback is left out: it is not allowed here.",
          "      Its access tokens last 1 hour, the maximum here.",
          "      Its refresh tokens last 1 year, the maximum here.",
          "    xyz.statusphere.broken is not valid here: defs: Expected object, received number",
          "    admin (Admin UI) is the client of the settings of that software.",
          "    not-a-did is not valid here: is not a DID",
          "    spam is defined here as INFORM, WARN, and a definition cannot be changed.",
          "    jetstream_url has the default of that software.",
          "  SYNC_SOURCE=jetstream",
          "  SYNC_AUTHORITIES=xyz.statusphere",
          "  RELAY_URL=wss://relay.example.com",
          "  3 sessions and tokens: users sign in again",
          "  xyz.statusphere.status: 2 records of 1 account",
          "Nothing was changed. Add --apply to record what is taken."
        ])
          assert.include(shown.stdout.split("\n"), line);
        assert.deepStrictEqual(yield* typesOf, []);

        const done = yield* moveIn(path, "--apply", "--backfill", "--json");
        assert.deepInclude(done, { code: 0, stderr: "" });
        const report = JSON.parse(done.stdout);
        assert.deepInclude(report, {
          applied: true,
          labelsAs: "did:web:records.example.com",
          taken: { lexicons: 1, clients: 2, admins: 1, labelDefinitions: 1, labels: 2 },
          backfills: ["1"]
        });
        const recorded = yield* events;
        assert.deepStrictEqual(
          recorded.map(({ type }) => type),
          [
            "MoveInStarted.v1",
            "LexiconsImported.v1",
            "LabelDefined.v1",
            "ClientRegistered.v2",
            "ClientRegistered.v2",
            "ClientLifetimesSet.v1",
            "AdminAddedByOperator.v1",
            "LabelCreated.v1",
            "LabelCreated.v1",
            "BackfillStarted.v1"
          ]
        );
        const [start, ...rest] = recorded;
        assert.deepInclude(start?.data, { software: "quickslice 0.20", storage: "sqlite" });
        assert.isTrue(
          rest.slice(0, -1).every(({ actor, causationId }) => actor.type === "operator" && causationId === start?.id)
        );
        const server = recorded.find(({ clientId }) => clientId === confidentialClientId)?.data;
        assert.deepInclude(server, {
          name: "Server",
          type: "confidential",
          tokenEndpointAuthMethod: "client_secret_post",
          redirectUris: ["http://127.0.0.1:3000/callback"]
        });
        const { hash, salt } = Schema.decodeUnknownSync(HashedSecret)(server?.secret);
        assert.strictEqual(hashSecret(salt, confidentialSecret).hash, hash);
        assert.strictEqual(recorded.find(({ type }) => type === "AdminAddedByOperator.v1")?.subjectDid, otherAlice);
        for (const all of [done.stdout, shown.stdout, JSON.stringify(recorded)])
          assert.notInclude(all, confidentialSecret);

        const { url } = yield* TestDatabase;
        const origin = yield* tidemark({ DATABASE_URL: Redacted.value(url) }, "audit", "show", "4");
        assert.match(
          origin.stdout,
          /\nCaused by:\n#1 .* MoveInStarted\.v1 {2}by the operator\n {4}The operator began to move an instance/
        );

        const again = yield* moveIn(path, "--apply");
        assert.include(again.stdout, "Nothing to record: everything is here already.");
        assert.strictEqual((yield* events).length, recorded.length);
      }),
    60_000
  );

  it.scoped(
    "keeps what was changed here since, and takes the rest",
    () =>
      Effect.gen(function* () {
        yield* run("clients", "delete", publicClientId, "--yes");
        yield* run("clients", "update", confidentialClientId, "--name", "Renamed");
        const status = { id: "xyz.statusphere.status", json: '{"lexicon":1,"id":"xyz.statusphere.status","defs":{}}' };
        const note = {
          id: "xyz.statusphere.token",
          json: '{"lexicon":1,"id":"xyz.statusphere.token","defs":{"main":{"type":"token"}}}'
        };
        const path = yield* otherSqlite({ ...otherRows, lexicon: [status, note] });
        const done = yield* moveIn(path, "--apply", "--skip-client", "admin", "--json");
        const { rows, taken } = JSON.parse(done.stdout);
        const outcomes = new Map(
          rows.map((row: { id: string; outcome: string; reason: string | null }) => [row.id, row.reason ?? row.outcome])
        );
        assert.deepStrictEqual(
          [publicClientId, confidentialClientId, "admin", otherAlice, "off-topic", status.id, note.id].map((id) =>
            outcomes.get(id)
          ),
          ["deleted-here", "here", "skipped", "here", "here", "lexicon-differs", "taken"]
        );
        assert.strictEqual(outcomes.get(`off-topic ${otherBob}`), "here");
        assert.strictEqual(taken.lexicons, 1);
        assert.include((yield* run("clients", "show", confidentialClientId)).stdout, "Renamed");
        const replaced = yield* moveIn(path, "--replace-lexicons", "--json");
        assert.deepInclude(JSON.parse(replaced.stdout).taken, { lexicons: 1, clients: 0 });
      }),
    60_000
  );

  it.scoped("refuses --backfill without --apply, and a database that is none of quickslice", () =>
    Effect.gen(function* () {
      const usage = yield* moveIn("quickslice.db", "--backfill");
      assert.strictEqual(usage.code, 2);
      assert.include(usage.stderr, "--backfill starts backfills of what is moved: give --apply as well");
      const misspelled = yield* moveIn(yield* otherSqlite(otherRows), "--skip-client", "client_AAAAAAAAAAAAAAAAAAAAAB");
      assert.strictEqual(misspelled.code, 2);
      assert.include(
        misspelled.stderr,
        `the other instance has no client client_AAAAAAAAAAAAAAAAAAAAAB; did you mean ${publicClientId}?`
      );
      const missing = yield* moveIn("/nowhere/quickslice.db");
      assert.strictEqual(missing.code, 1);
      assert.include(
        missing.stderr,
        "<database>: /nowhere/quickslice.db cannot be read; give the path of an SQLite file"
      );
      const { url } = yield* TestDatabase;
      const own = yield* moveIn(Redacted.value(url), "--json");
      assert.strictEqual(own.code, 1);
      assert.deepInclude(JSON.parse(own.stdout || own.stderr), { error: "other-software" });
    })
  );
});
