import { SqlClient } from "@effect/sql/SqlClient";
import { expect, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import { TestDatabase, layer as testDatabase } from "../../support/TestDatabase.ts";
import { tidemark } from "./tidemark.ts";

const advise = (...args: ReadonlyArray<string>) =>
  Effect.flatMap(TestDatabase, ({ url }) =>
    tidemark({ DATABASE_URL: Redacted.value(url) }, "indexes", "advise", ...args)
  );

it.layer(testDatabase, { timeout: "60 seconds" })("tidemark indexes advise", (it) => {
  it.effect(
    "lists the uses of fields, the indexes that serve them, and the setting to add",
    () =>
      Effect.gen(function* () {
        expect(yield* advise()).toMatchObject({ code: 0, stdout: expect.stringMatching(/^No query has filtered/) });
        const sql = yield* SqlClient;
        yield* sql`insert into tidemark_records.field_usage (collection, field, type, operator, uses, last_used_at) values
          ('com.example.post', 'title', 'string', 'eq', 120, '2026-11-27T12:00:00Z'),
          ('com.example.post', 'title', 'string', 'contains', 7, '2026-11-27T12:00:00Z'),
          ('com.example.post', 'createdAt', 'instant', 'desc', 3000, '2026-11-27T12:00:00Z')`;
        const { code, stdout } = yield* advise();
        expect(code).toBe(0);
        expect(stdout.split("\n")).toEqual([
          "uses  collection        field      how              index",
          "3000  com.example.post  createdAt  sort descending  com.example.post:createdAt:desc",
          "120   com.example.post  title      equal            com.example.post:title",
          "7     com.example.post  title      contains         no index serves this",
          "",
          expect.stringContaining("environment"),
          "INDEXED_FIELDS=com.example.post:createdAt:desc,com.example.post:title",
          ""
        ]);
        const printed = JSON.parse((yield* advise("--json")).stdout);
        expect(printed.indexedFields).toEqual(["com.example.post:createdAt:desc", "com.example.post:title"]);
        expect(printed.fields[0]).toEqual({
          collection: "com.example.post",
          field: "createdAt",
          type: "instant",
          operator: "desc",
          uses: 3000,
          lastUsedAt: "2026-11-27T12:00:00Z",
          isServed: false,
          advice: "com.example.post:createdAt:desc"
        });
      }),
    60_000
  );
});
