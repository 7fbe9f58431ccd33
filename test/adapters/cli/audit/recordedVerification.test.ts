import { assert, layer } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import { Client } from "pg";
import { loggedEvents } from "../../../support/loggedEvents.ts";
import { database, TestDatabase } from "../../../support/TestDatabase.ts";
import { runOn } from "../runHere.ts";

const run = (...args: ReadonlyArray<string>) => Effect.flatMap(TestDatabase, ({ url }) => runOn(url, ...args));

const lastEvent = Effect.flatMap(TestDatabase, ({ url }) =>
  Effect.map(
    Effect.promise(() => loggedEvents(Redacted.value(url))),
    (events) => events.at(-1)
  )
);

/** Runs a statement as the owner of the database, with triggers off. */
const spoil = (text: string) =>
  Effect.flatMap(TestDatabase, ({ url }) =>
    Effect.promise(async () => {
      const client = new Client({ connectionString: Redacted.value(url) });
      await client.connect();
      const [off, on] = ["disable", "enable"].map((switched) => `alter table tidemark.events ${switched} trigger user`);
      await client.query(`begin; ${off}; ${text}; ${on}; commit`).finally(() => client.end());
    })
  );

layer(database, { timeout: "60 seconds", excludeTestServices: true })("tidemark audit verify", (it) => {
  it.effect("records in the log that it held, and what did not hold", () =>
    Effect.gen(function* () {
      const registered = ["--name", "One", "--type", "public", "--redirect-uri", "https://a.example/cb"];
      yield* run("clients", "register", ...registered);
      const held = yield* run("audit", "verify", "--json");
      assert.strictEqual(held.code, 0, held.stdout + held.stderr);
      const { checked } = JSON.parse(held.stdout);
      const recorded = yield* lastEvent;
      assert.strictEqual(recorded?.type, "LogVerified.v1");
      assert.deepStrictEqual(recorded?.actor, { type: "operator", id: null });
      assert.deepStrictEqual(recorded?.data, { by: "database", checked, compared: [], size: 0, rootHash: null });
      assert.strictEqual(recorded?.position, checked + 1);

      yield* spoil("update tidemark.events set request_id = 'another' where position = 1");
      const failed = yield* run("audit", "verify");
      assert.strictEqual(failed.code, 1);
      assert.strictEqual(failed.stdout, "position 1: leaf: the event does not match its leaf hash\n");
      const found = yield* lastEvent;
      assert.strictEqual(found?.type, "LogVerificationFailed.v1");
      assert.strictEqual(found?.outcome, "failure");
      assert.deepInclude(found?.data, {
        by: "database",
        badPosition: 1,
        part: "leaf",
        detail: "the event does not match its leaf hash"
      });
    })
  );

  it.effect("ends with the result of the verification if it cannot be recorded, and says so", () =>
    Effect.gen(function* () {
      yield* spoil("alter table tidemark.events add constraint nothing_more check (false) not valid");
      const failed = yield* run("audit", "verify");
      assert.strictEqual(failed.code, 1);
      assert.match(failed.stdout, /^position 1: leaf: .*\nThe result could not be recorded in the log/);
    })
  );
});
