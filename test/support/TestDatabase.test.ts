import { SqlClient } from "@effect/sql/SqlClient";
import { describe, expect, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { layer, TestDatabase } from "./TestDatabase.ts";

const nameAndOrder = Effect.gen(function* () {
  const { name } = yield* TestDatabase;
  const sql = yield* SqlClient;
  const [row] = yield* sql<{ current: string; ordered: ReadonlyArray<string> }>`
    select current_database() as current, array(select * from (values ('b'), ('ä'), ('B'), ('a')) as t (c) order by c) as ordered`;
  return { name, ...row };
});

describe("TestDatabase", () => {
  it.layer(layer)((it) => {
    it.effect("connects its clients to a database of its own, which orders text bytewise", () =>
      Effect.gen(function* () {
        const { current, name, ordered } = yield* nameAndOrder;
        expect(current).toBe(name);
        expect(ordered).toEqual(["B", "a", "b", "ä"]);
      })
    );

    it.effect("drops the database when its scope closes", () =>
      Effect.gen(function* () {
        const other = yield* nameAndOrder.pipe(Effect.provide(Layer.fresh(layer)));
        const sql = yield* SqlClient;
        expect(yield* sql`select 1 from pg_database where datname = ${other.name}`).toEqual([]);
      })
    );
  });
});
