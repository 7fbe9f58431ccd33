import { expect, layer } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Redacted from "effect/Redacted";
import * as Schedule from "effect/Schedule";
import { Client } from "pg";
import * as RegistryReporter from "../../../src/application/clients/registry/RegistryReporter.ts";
import * as ClientRegistryProjection from "../../../src/application/projection/ClientRegistryProjection.ts";
import { RegistryReports } from "../../../src/domain/client/registry/RegistryReports.ts";
import { storage } from "../../../src/main/storage.ts";
import { silentLogger } from "../../support/silentLogger.ts";
import { database, TestDatabase } from "../../support/TestDatabase.ts";
import { testSecrets } from "../../support/testSubjectKeys.ts";
import { runOn } from "./runHere.ts";

const run = (...args: ReadonlyArray<string>) => Effect.flatMap(TestDatabase, ({ url }) => runOn(url, ...args));

const compared = Effect.map(run("registry", "compare", "--json"), ({ code, stderr, stdout }) => {
  expect(stderr).toBe("");
  return { code, ...JSON.parse(stdout) };
});

const register = (name: string) =>
  Effect.map(
    run("clients", "register", "--name", name, "--type", "public", "--redirect-uri", "https://a.example/cb", "--json"),
    ({ stdout }): string => JSON.parse(stdout).clientId
  );

const statement = (text: string) =>
  Effect.flatMap(TestDatabase, ({ url }) =>
    Effect.promise(async () => {
      const client = new Client({ connectionString: Redacted.value(url) });
      await client.connect();
      return client.query(text).finally(() => client.end());
    })
  );

/** The registry of a service, as it is or corrupted. */
const service = (spoil: (client: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>) =>
  Layer.unwrapEffect(
    Effect.map(TestDatabase, ({ url }) => {
      const stores = storage({ databaseUrl: url, dataDir: "", secrets: testSecrets, purpose: "service" });
      const spoiled = Layer.effect(
        RegistryReports,
        Effect.map(RegistryReports, ({ collect, serve }) => ({
          collect,
          serve: (report: Parameters<typeof serve>[0]) =>
            serve(Effect.map(report, (made) => ({ ...made, clients: made.clients.map(spoil) })))
        }))
      );
      return RegistryReporter.layer.pipe(
        Layer.provideMerge(ClientRegistryProjection.layer),
        Layer.provide(Layer.provideMerge(spoiled, stores))
      );
    })
  );

/** The process listens shortly after it has started. */
const answered = compared.pipe(
  Effect.repeat({
    until: ({ processes }) => processes.length > 0,
    schedule: Schedule.spaced("100 millis").pipe(Schedule.upTo("30 seconds"))
  }),
  Effect.zipRight(compared)
);

layer(database, { timeout: "60 seconds", excludeTestServices: true })("tidemark registry", (it) => {
  it.effect("finds the registry of a running process equal to the log while clients change", () =>
    Effect.gen(function* () {
      const first = yield* register("One");
      yield* Effect.gen(function* () {
        const same = { code: 0, isEqual: true, silent: 0 };
        expect(yield* answered).toMatchObject({ ...same, clients: 1, processes: [{ clients: 1, differences: [] }] });
        yield* register("Two");
        yield* run("clients", "update", first, "--name", "Renamed");
        yield* run("clients", "lifetimes", first, "--access-token", "300");
        yield* run("clients", "update", first, "--may-administer", "yes");
        const after = yield* Effect.all([compared, register("Three")], { concurrency: 2 });
        expect(after[0]).toMatchObject(same);
      }).pipe(Effect.provide(service((client) => client)));
      expect(yield* compared).toMatchObject({ code: 0, clients: 3, processes: [], silent: 0 });
      expect((yield* statement("select from tidemark.registry_reports")).rowCount).toBe(0);
    }).pipe(Effect.provide(silentLogger))
  );

  it.effect("names the differences of a process by client and member, without hashes", () =>
    Effect.gen(function* () {
      const confidential = ["--type", "confidential", "--redirect-uri", "https://a.example/cb", "--name", "Secret"];
      yield* run("clients", "register", ...confidential);
      const spoil = (client: Readonly<Record<string, unknown>>) =>
        client.name === "Secret"
          ? { ...client, mayAdminister: true, scope: "atproto", secret: { hash: "0".repeat(43) } }
          : client;
      yield* Effect.gen(function* () {
        const found = yield* answered;
        expect(found).toMatchObject({ code: 1, isEqual: false });
        const difference = { clientId: expect.stringMatching(/^client_/) };
        expect(found.processes[0].differences).toEqual([
          { ...difference, member: "mayAdminister", log: "false", live: "true" },
          { ...difference, member: "scope", log: '"atproto transition:generic"', live: '"atproto"' },
          { ...difference, member: "secret", log: "(a hash)", live: "(a hash)" }
        ]);
        const human = yield* run("registry", "compare");
        expect(human.stdout).toMatch(
          /client_\S+ {2}scope: the log has "atproto transition:generic", the process "atproto"\n/
        );
        expect(human.stdout).not.toContain("000000");
      }).pipe(Effect.provide(service(spoil)));
    }).pipe(Effect.provide(silentLogger))
  );

  it.effect("finds stored projections that differ from the log, and corrects them", () =>
    Effect.gen(function* () {
      yield* run("setup-token");
      yield* run("setup-token");
      yield* run("setup-token");
      expect(yield* compared).toMatchObject({ code: 0 });
      yield* statement(`
        delete from tidemark.lookups where ctid = (select min(ctid) from tidemark.lookups where kind = 'setup-token');
        update tidemark.lookups set stream = 'setup-other' where ctid = (select max(ctid) from tidemark.lookups);
        insert into tidemark.lookups values ('code', 'made up', 'authorization-x');
        insert into tidemark.open_writes values ('write-x', now());
        insert into tidemark.pending_revocations (session_id, enqueued_at, due_at) values ('session-x', now(), now());
        insert into tidemark.authorizations values ('auth-x', 7, 'did:plc:x', 'client-x', 'atproto', 1, 2, 3);
        insert into tidemark.unredeemed_codes values ('auth-y', 9)`);
      const found = yield* compared;
      expect(found).toMatchObject({
        code: 1,
        isEqual: false,
        projections: [
          { projection: "lookups", rows: 3, count: 3 },
          { projection: "open-writes", count: 1, differences: [{ key: "write-x", log: null, stored: "open" }] },
          { projection: "owed-revocations", count: 1, differences: [{ key: "session-x", log: null, stored: "owed" }] },
          {
            projection: "authorizations",
            count: 1,
            differences: [{ key: "auth-x", log: null, stored: "7 did:plc:x client-x atproto 1 2 3" }]
          },
          { projection: "unredeemed-codes", count: 1, differences: [{ key: "auth-y", log: null, stored: "9" }] },
          { projection: "reports", count: 0 },
          { projection: "audit-entries", count: 0 },
          { projection: "activity", count: 0 }
        ]
      });
      expect(found.projections[0].differences).toEqual(
        expect.arrayContaining([
          { key: "code made up", log: null, stored: "authorization-x" },
          { key: expect.stringMatching(/^setup-token /), log: expect.stringMatching(/^setup-/), stored: null },
          { key: expect.stringMatching(/^setup-token /), log: expect.stringMatching(/^setup-/), stored: "setup-other" }
        ])
      );
      const rebuilt = yield* run("registry", "rebuild", "--json");
      expect({ ...rebuilt, stdout: JSON.parse(rebuilt.stdout) }).toMatchObject({
        code: 0,
        stderr: "",
        stdout: {
          isEqual: true,
          restored: [
            { projection: "lookups", count: 3 },
            { projection: "open-writes", count: 1 },
            { projection: "owed-revocations", count: 1 },
            { projection: "authorizations", count: 1 },
            { projection: "unredeemed-codes", count: 1 },
            { projection: "reports", count: 0 },
            { projection: "audit-entries", count: 0 },
            { projection: "activity", count: 0 }
          ]
        }
      });
      expect(yield* compared).toMatchObject({ code: 0, isEqual: true });
      expect((yield* run("registry", "rebuild")).stdout).toMatch(/^Nothing to correct\.\n/);
    })
  );

  it.effect("rebuilds all stored projections, reports what differed, and replaces the tables", () =>
    Effect.gen(function* () {
      const verified = run("registry", "rebuild", "--verify");
      expect(yield* verified).toMatchObject({
        code: 0,
        stderr: "",
        stdout: expect.stringMatching(
          /^Built all stored projections from \d+ events, compared every row, and replaced the tables\.\nLookups: 3 rows, matches the log\n[\s\S]*\nThe replaced tables matched the log\.\n$/
        )
      });
      yield* statement("insert into tidemark.lookups values ('code', 'made up', 'authorization-x')");
      const differed = yield* run("registry", "rebuild", "--verify", "--json");
      expect({ ...differed, stdout: JSON.parse(differed.stdout) }).toMatchObject({
        code: 1,
        stdout: {
          isEqual: false,
          projections: [{ projection: "lookups", rows: 3, count: 1 }, {}, {}, {}, {}, {}, {}, {}]
        }
      });
      expect(yield* compared).toMatchObject({ code: 0, isEqual: true });
    })
  );

  it.effect("finds stored Lexicons that differ from those that were imported", () =>
    Effect.gen(function* () {
      yield* run("lexicons", "import", new URL("../../../lexicons", import.meta.url).pathname);
      expect(yield* compared).toMatchObject({ code: 0 });
      yield* statement("update tidemark.lexicon_documents set documents = '[]'");
      const found = yield* compared;
      expect(found).toMatchObject({ code: 1, isEqual: false });
      expect(found.lexicons.stored).not.toBe(found.lexicons.digest);
    })
  );

  it.effect("changes nothing if a later version wrote to the log", () =>
    Effect.gen(function* () {
      yield* statement(`
        insert into tidemark.events (position, stream, version, id, type, occurred_at, recorded_at, actor_type, outcome, data, leaf_hash)
        select h.position + 1, 'later-x', 1, gen_random_uuid(), 'SomethingLater.v1', e.occurred_at, e.recorded_at, 'system',
          'success', '{}', e.leaf_hash from tidemark.log_head h, tidemark.events e where e.position = 1;
        update tidemark.log_head set position = position + 1;
        insert into tidemark.lookups values ('code', 'of a later version', 'later-x')`);
      expect(yield* compared).toMatchObject({ code: 1, isEqual: false, unreadable: ["SomethingLater.v1"] });
      const refused = yield* run("registry", "rebuild", "--json");
      expect({ ...refused, stderr: JSON.parse(refused.stderr) }).toMatchObject({
        code: 1,
        stdout: "",
        stderr: { error: "later_version", message: expect.stringContaining("SomethingLater.v1") }
      });
      expect((yield* statement("select from tidemark.lookups where key = 'of a later version'")).rowCount).toBe(1);
    })
  );
});
