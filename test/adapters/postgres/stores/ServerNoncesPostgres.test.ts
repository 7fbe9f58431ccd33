import { SqlClient } from "@effect/sql/SqlClient";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import { layer } from "../../../../src/adapters/postgres/stores/ServerNoncesPostgres.ts";
import { ServerNonces } from "../../../../src/domain/session/ServerNonces.ts";
import { serverNoncesContract } from "../../../contracts/serverNoncesContract.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

serverNoncesContract("postgres", layer.pipe(Layer.provide(migratedDatabase)));

it.layer(Layer.provideMerge(layer, migratedDatabase), { timeout: "60 seconds" })("ServerNonces in PostgreSQL", (it) => {
  it.effect("deletes up to two nonces that are an hour old whenever one is stored", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient;
      const { put } = yield* ServerNonces;
      for (const origin of ["https://a.example", "https://b.example", "https://c.example"])
        yield* put("resource-server", origin, "old");
      yield* sql`update tidemark.server_nonces set told_at = told_at - interval '2 hours'`;
      yield* put("resource-server", "https://a.example", "new");
      yield* put("resource-server", "https://d.example", "new");
      const rows = yield* sql<{ origin: string }>`select origin from tidemark.server_nonces order by origin`;
      assert.deepStrictEqual(
        rows.map(({ origin }) => origin),
        ["https://a.example", "https://d.example"]
      );
    })
  );

  it.effect("returns none, and does not fail, if the table does not exist", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient;
      const { find, put } = yield* ServerNonces;
      yield* sql`alter table tidemark.server_nonces rename to elsewhere`;
      yield* put("resource-server", "https://a.example", "new");
      assert.isTrue(Option.isNone(yield* find("resource-server", "https://a.example")));
    })
  );
});
