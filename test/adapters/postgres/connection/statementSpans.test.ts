import { readdirSync, readFileSync } from "node:fs";
import { SqlClient } from "@effect/sql/SqlClient";
import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { statementName } from "../../../../src/adapters/postgres/connection/statementName.ts";
import { statementTracer } from "../../../../src/adapters/postgres/connection/statementSpans.ts";
import { ProcessSpan } from "../../../../src/adapters/telemetry/ProcessSpan.ts";
import type { RecordedSpan } from "../../../../src/adapters/telemetry/RecordedSpan.ts";
import { traced } from "../../../../src/domain/failure/traced.ts";
import { currentSpan } from "../../../../src/domain/tracing/Span.ts";
import * as TestDatabase from "../../../support/TestDatabase.ts";

const nameOf = (text: string) => {
  const { operation, table } = statementName(text);
  return [operation, table];
};

describe("the name of a statement", () => {
  const statements: ReadonlyArray<readonly [string, string, string | null]> = [
    ["select position from tidemark.events where position > $1", "SELECT", "events"],
    ['select "x" from "tidemark"."events" e', "SELECT", "events"],
    ["  INSERT INTO vault (row) VALUES ($1)", "INSERT", "vault"],
    ["update leases set fence = fence + 1", "UPDATE", "leases"],
    ["delete from tidemark.vault where row = $1", "DELETE", "vault"],
    ["with l0 as (select 1 from posts t) select * from l0", "WITH", "posts"],
    ["select 1", "SELECT", null],
    ["select tidemark.now()", "SELECT", null],
    ["explain select 'from secret'", "OTHER", "secret"],
    ["", "OTHER", null]
  ];
  for (const [text, operation, table] of statements)
    it(`is ${operation} ${table ?? ""} for ${text}`, () => assert.deepStrictEqual(nameOf(text), [operation, table]));

  it("of each statement of the tests of queries is that of a table", () => {
    const folder = new URL("../../../queries/", import.meta.url);
    const texts = readdirSync(folder)
      .filter((name) => name.endsWith(".md"))
      .flatMap((name) => [...readFileSync(new URL(name, folder), "utf8").matchAll(/```sql\n([\s\S]*?)```/g)]);
    assert.isAbove(texts.length, 20);
    for (const [, text = ""] of texts) {
      const { operation, table } = statementName(text);
      assert.include(["SELECT", "WITH"], operation);
      assert.match(table ?? "none", /^[a-z][a-z0-9_]*$/);
    }
  });
});

const works = traced("works")(function* (secret: string) {
  const sql = yield* SqlClient;
  yield* sql`select ${secret}::text as x`;
  yield* sql.withTransaction(sql`select relname from pg_class where relname = ${secret}`);
  yield* Effect.ignore(sql`select * from nowhere where x = ${secret}`);
});

describe("the spans of statements", () => {
  it.effect("are below the use case, and have neither texts nor values", () =>
    Effect.gen(function* () {
      const spans: Array<RecordedSpan> = [];
      const process = new ProcessSpan(
        () => true,
        (span) => void spans.push(span)
      );
      const request = process.begin({ kind: "request", name: "GET /x" });
      yield* works("a-secret-value").pipe(Effect.withTracer(statementTracer), Effect.locally(currentSpan, request));
      assert.deepStrictEqual(
        spans.map(({ failed, name }) => [name, failed]),
        [
          ["SELECT", false],
          ["SELECT pg_class", false],
          ["transaction", false],
          ["SELECT nowhere", true],
          ["works", false]
        ]
      );
      const useCase = spans.at(-1);
      assert.isTrue(spans.slice(0, -1).every(({ parentSpanId }) => parentSpanId === useCase?.spanId));
      assert.deepStrictEqual(Object.fromEntries(spans[3]?.attributes ?? []), {
        "db.system.name": "postgresql",
        "db.operation.name": "SELECT",
        "db.query.summary": "SELECT nowhere",
        "error.type": "SqlError"
      });
      const bytes = JSON.stringify(spans, (_, value) => (typeof value === "bigint" ? String(value) : value));
      for (const secret of ["a-secret-value", "relname", "::text"]) assert.notInclude(bytes, secret);
    }).pipe(Effect.provide(Layer.fresh(TestDatabase.layer)))
  );
});
