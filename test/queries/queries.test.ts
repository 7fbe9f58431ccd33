import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, layer, test } from "@effect/vitest";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Layer from "effect/Layer";
import { makePlanner } from "../../src/adapters/graphql/plan/makePlanner.ts";
import { buildApiSchema } from "../../src/adapters/graphql/schema/buildApiSchema.ts";
import { layer as memoryStore } from "../../src/adapters/memory/MemoryStore.ts";
import { layer as recordIndexMemory } from "../../src/adapters/memory/record/RecordIndexMemory.ts";
import { RecordIndex } from "../../src/domain/record/index/RecordIndex.ts";
import { askPostgres, postgres, searched, tell } from "./askPostgres.ts";
import { lexicons } from "./lexicons.ts";
import { type QueryCase, readCases } from "./QueryCase.ts";
import { snapshot } from "./snapshot.ts";
import { sqlLines } from "./sqlLines.ts";

const folder = import.meta.dirname;
const updates = process.env.UPDATE_QUERIES === "1";
const planner = makePlanner(buildApiSchema(lexicons));
const cases = await readCases(folder);

/** The meaning of the queries: an index that reads them out loud. */
class Meaning extends Context.Tag("test/Meaning")<Meaning, RecordIndex["Type"]>() {}

const memory = Layer.effect(Meaning, Effect.tap(RecordIndex, tell)).pipe(
  Layer.provide(recordIndexMemory({ searched })),
  Layer.provide(memoryStore)
);

const planOf = ({ document, variables, viewerDid }: QueryCase) => {
  const plan = Either.getOrThrowWith(
    planner({ document, variables, viewerDid }),
    (failure) => new Error(JSON.stringify(failure))
  );
  if (plan.kind !== "query" || plan.query === null) throw new Error("It asks nothing of the index");
  return { query: plan.query, parameters: plan.parameters };
};

test("every snapshot belongs to a query", async () => {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".md")).map((name) => name.slice(0, -3));
  expect(cases.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
});

layer(Layer.merge(memory, postgres), { excludeTestServices: true, timeout: "120 seconds" })("a query", (it) => {
  it.effect.each(cases)("returns and plans what its snapshot contains: $name", (each) =>
    Effect.gen(function* () {
      const { query, parameters } = planOf(each);
      const asked = yield* askPostgres(query, parameters);
      const meaning = yield* Meaning;
      expect(asked.answer, "Both indexes give the same bytes").toBe(yield* meaning.query(query, parameters));
      expect(asked.statements, "One document is one statement").toHaveLength(1);
      const text = snapshot(asked, sqlLines);
      const file = join(folder, `${each.name}.md`);
      if (updates) yield* Effect.promise(() => writeFile(file, text));
      const kept = yield* Effect.promise(() => readFile(file, "utf8").catch(() => ""));
      expect(text, "UPDATE_QUERIES=1 npx vitest run test/queries writes it anew: read the diff").toBe(kept);
    })
  );
});
