import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { parse, printSchema, validate } from "graphql";
import { examplesOf } from "../../../scripts/graphiql/examplesOf.ts";
import { schemaOfText } from "../../../scripts/graphiql/schemaOfText.ts";
import { readLexiconFolder } from "../../../src/adapters/filesystem/readLexiconFolder.ts";
import { rootFields } from "../../../src/adapters/graphql/rootFields.ts";
import { buildApiSchema } from "../../../src/adapters/graphql/schema/buildApiSchema.ts";
import { parseLexiconSet } from "../../../src/domain/lexicon/parse/parseLexiconSet.ts";
import { manyDocuments } from "../../domain/lexicon/manyLexicons.ts";

const now = "2026-01-01T00:00:00.000Z";

const shipped = Effect.runSync(
  Effect.cached(
    Effect.flatMap(readLexiconFolder(new URL("../../../lexicons", import.meta.url).pathname), (files) =>
      parseLexiconSet(files.flatMap((file) => ("document" in file ? [file] : [])))
    )
  )
);

const many = parseLexiconSet(manyDocuments(40).map((document) => ({ file: `${String(document.id)}.json`, document })));

describe("examples of GraphiQL", () => {
  for (const [name, set] of [
    ["the shipped Lexicons", shipped],
    ["40 collections", many]
  ] as const) {
    it.effect(`are valid for ${name}`, () =>
      Effect.gen(function* () {
        const { schema } = buildApiSchema(yield* set, rootFields);
        const collections = examplesOf(schemaOfText(printSchema(schema)), now);
        assert.isAbove(collections.length, 2);
        const errors = collections.flatMap(({ examples, nsid }) =>
          examples.flatMap(({ name: example, query, variables }) => {
            JSON.parse(variables === "" ? "{}" : variables);
            return validate(schema, parse(query)).map(({ message }) => `${nsid} ${example}: ${message}`);
          })
        );
        assert.deepStrictEqual(errors, []);
      })
    );
  }

  it.effect("list, filter, read, join, create and subscribe", () =>
    Effect.gen(function* () {
      const { schema } = buildApiSchema(yield* shipped, rootFields);
      const collections = examplesOf(schemaOfText(printSchema(schema)), now);
      const status = collections.find(({ nsid }) => nsid === "xyz.statusphere.status");
      assert.deepStrictEqual(
        status?.examples.map(({ name }) => name),
        ["List", "Filter", "One record", "Join", "Create", "Subscribe"]
      );
      const create = status?.examples.find(({ name }) => name === "Create");
      assert.deepStrictEqual(JSON.parse(create?.variables ?? ""), { input: { status: "🌊", createdAt: now } });
    })
  );
});
