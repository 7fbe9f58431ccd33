import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Redacted from "effect/Redacted";
import * as OtherInstancesDatabase from "../../../src/adapters/movein/OtherInstancesDatabase.ts";
import { OtherInstances } from "../../../src/domain/movein/OtherInstances.ts";
import { otherInstancesContract } from "../../contracts/otherInstancesContract.ts";
import { otherPostgres, otherSqlite } from "../../support/movein/otherDatabase.ts";
import { database, TestDatabase } from "../../support/TestDatabase.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";

otherInstancesContract("sqlite", OtherInstancesDatabase.layer, otherSqlite);
otherInstancesContract("postgres", Layer.merge(OtherInstancesDatabase.layer, database), otherPostgres);

const refusal = (address: string) => Effect.flatMap(OtherInstances, ({ read }) => Effect.flip(read(address)));

it.layer(Layer.merge(OtherInstancesDatabase.layer, database), { timeout: "60 seconds" })(
  "what cannot be read",
  (it) => {
    it.scoped("is refused by name: a missing file, a file of another kind, a database without the tables", () =>
      Effect.gen(function* () {
        const folder = yield* temporaryFolder;
        const path = join(folder, "file.db");
        assert.deepInclude(yield* refusal(path), { reason: "not-found", detail: path });
        yield* Effect.promise(() => writeFile(path, "not a database at all"));
        assert.deepInclude(yield* refusal(`sqlite:${path}`), { reason: "not-a-database", detail: path });
        const other = join(folder, "other.db");
        const created = new DatabaseSync(other);
        created.exec("create table lexicon (id text)");
        created.close();
        assert.deepInclude(yield* refusal(other), { reason: "other-software", detail: "config, oauth_client" });
        const { url } = yield* TestDatabase;
        assert.deepInclude(yield* refusal(Redacted.value(url)), {
          reason: "other-software",
          detail: "lexicon, config, oauth_client"
        });
      })
    );

    it.effect("is unavailable if the server does not respond, and the error has no password", () =>
      Effect.gen(function* () {
        const error = yield* refusal("postgres://reader:hidden-word@127.0.0.1:1/nothing");
        assert.strictEqual(error.reason, "unavailable");
        assert.notInclude(JSON.stringify(error), "hidden-word");
      })
    );
  }
);
