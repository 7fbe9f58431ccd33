import { expect, it } from "@effect/vitest";
import { getIntrospectionQuery, printSchema } from "graphql";
import { type ThreadBeside, threadBeside } from "../../../../src/adapters/graphql/beside/ThreadBeside.ts";
import { defaultLimits } from "../../../../src/adapters/graphql/plan/Limits.ts";
import { buildApiSchema } from "../../../../src/adapters/graphql/schema/buildApiSchema.ts";
import { printApiSchema } from "../../../../src/adapters/graphql/schema/printApiSchema.ts";
import { manyLexicons } from "../../../domain/lexicon/manyLexicons.ts";
import { noteLexicons } from "../plan/notes.ts";

const { schema } = buildApiSchema(noteLexicons);

const threadOf = (of = schema, entry?: URL) => {
  const failures: Array<string> = [];
  const options = { sdl: () => printSchema(of), limits: defaultLimits, failed: (why: string) => failures.push(why) };
  return { beside: threadBeside({ ...options, ...(entry && { entry }) }), failures };
};

const about = (beside: ThreadBeside, name: string) =>
  beside.ask({
    _tag: "Introspect",
    document: "query ($name: String!) { __type(name: $name) { name } }",
    variables: { name }
  });

it("answers each task with its own outcome, and starts again after it was released", async () => {
  const { beside, failures } = threadOf();
  const names = ["Query", "Mutation", "OrgExampleNote", "Nothing"];
  const described = await Promise.all(names.map((name) => about(beside, name)));
  expect(described.map((outcome) => outcome?._tag === "Introspected" && outcome.answer.data)).toEqual([
    ...names.slice(0, 3).map((name) => `{"__type":{"name":"${name}"}}`),
    '{"__type":null}'
  ]);
  expect(await beside.ask({ _tag: "Judge", document: "{ nothing }" })).toMatchObject({
    errors: [{ extensions: { code: "GRAPHQL_VALIDATION_FAILED" } }]
  });
  expect(await beside.ask({ _tag: "Print" })).toEqual({ _tag: "Printed", sdl: printApiSchema(schema) });
  beside.release();
  expect(await about(beside, "Query")).toMatchObject({ answer: { data: '{"__type":{"name":"Query"}}' } });
  beside.release();
  expect(failures).toEqual([]);
});

it("does not keep a document waiting while it starts", async () => {
  const { beside } = threadOf();
  const judge = () => beside.ask({ _tag: "Judge", document: "{ __typename }" });
  expect(await judge()).toBeNull();
  await about(beside, "Query");
  expect(await judge()).toEqual({ _tag: "Judged", errors: [] });
  beside.release();
});

it.each([
  ["it ended with the code 1", "./endingThread.ts"],
  ["memory limit", "./hungryThread.ts"]
])("reports that a thread failed (%s), and does not start another one at once", async (reason, entry) => {
  const { beside, failures } = threadOf(schema, new URL(entry, import.meta.url));
  expect(await Promise.all([about(beside, "Query"), about(beside, "Query")])).toEqual([null, null]);
  expect(failures).toEqual([expect.stringContaining(reason)]);
  expect(await about(beside, "Query")).toBeNull();
  expect(failures).toHaveLength(1);
  beside.release();
});

it("has the memory that a large schema takes, and ends without a report", async () => {
  const { beside, failures } = threadOf(buildApiSchema(manyLexicons(160)).schema);
  const document = getIntrospectionQuery({ inputValueDeprecation: true, schemaDescription: true });
  for (let time = 0; time < 3; time += 1)
    expect(await beside.ask({ _tag: "Introspect", document, variables: {} })).toMatchObject({ answer: { errors: [] } });
  expect((await beside.ask({ _tag: "Judge", document: "{ nothing }" }))?._tag).toBe("Judged");
  beside.release();
  expect(failures).toEqual([]);
}, 120_000);
