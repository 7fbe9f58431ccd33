import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { layer } from "../../../../src/adapters/postgres/stores/DatabaseStatusPostgres.ts";
import { DatabaseStatus } from "../../../../src/domain/health/DatabaseStatus.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

it.layer(Layer.provide(layer, migratedDatabase), { timeout: "60 seconds" })("DatabaseStatusPostgres", (it) => {
  it.effect("returns the size of the database, its largest tables and its connections", () =>
    Effect.gen(function* () {
      const figures = yield* (yield* DatabaseStatus).read(3);
      if (figures === null) return assert.fail("no figures");
      const { archiving, bytes, connections, maxConnections, tables, version } = figures;
      assert.match(version, /^\d+/);
      assert.isAbove(bytes, 1_000_000);
      assert.isAtLeast(connections, 1);
      assert.isAbove(maxConnections, connections);
      assert.isNull(archiving);
      assert.lengthOf(tables, 3);
      const sizes = tables.map((table) => table.bytes);
      assert.deepStrictEqual(
        sizes,
        sizes.toSorted((a, b) => b - a)
      );
      for (const { name } of tables) assert.match(name, /^tidemark(_records)?\./);
    })
  );
});
