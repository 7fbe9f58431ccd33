import { expect, it } from "@effect/vitest";
import { getIntrospectionQuery, printSchema } from "graphql";
import { defaultLimits } from "../../../../src/adapters/graphql/plan/Limits.ts";
import { buildApiSchema } from "../../../../src/adapters/graphql/schema/buildApiSchema.ts";
import { printApiSchema } from "../../../../src/adapters/graphql/schema/printApiSchema.ts";
import { makeWorkerThread, type WorkerThread } from "../../../../src/adapters/graphql/worker/WorkerThread.ts";
import { manyLexicons } from "../../../domain/lexicon/manyLexicons.ts";
import { runsOf } from "../../../support/runsOf.ts";
import { noteLexicons } from "../plan/notes.ts";

const { schema } = buildApiSchema(noteLexicons);

const threadOf = (of = schema, entry?: URL) => {
  const failures: Array<string> = [];
  const options = { sdl: () => printSchema(of), limits: defaultLimits, failed: (why: string) => failures.push(why) };
  return { worker: makeWorkerThread({ ...options, ...(entry && { entry }) }), failures };
};

const about = (worker: WorkerThread, name: string) =>
  worker.run({
    _tag: "Introspect",
    document: "query ($name: String!) { __type(name: $name) { name } }",
    variables: { name }
  });

it("returns the outcome of each task, and starts again after it was released", async () => {
  const { worker, failures } = threadOf();
  const names = ["Query", "Mutation", "OrgExampleNote", "Nothing"];
  const described = await Promise.all(names.map((name) => about(worker, name)));
  expect(described.map((outcome) => outcome?._tag === "Introspected" && outcome.answer.data)).toEqual([
    ...names.slice(0, 3).map((name) => `{"__type":{"name":"${name}"}}`),
    '{"__type":null}'
  ]);
  expect(await worker.run({ _tag: "Validate", document: "{ nothing }" })).toMatchObject({
    errors: [{ extensions: { code: "GRAPHQL_VALIDATION_FAILED" } }]
  });
  expect(await worker.run({ _tag: "Print" })).toEqual({ _tag: "Printed", sdl: printApiSchema(schema) });
  worker.release();
  expect(await about(worker, "Query")).toMatchObject({ answer: { data: '{"__type":{"name":"Query"}}' } });
  worker.release();
  expect(failures).toEqual([]);
});

it("does not delay a document while it starts", async () => {
  const { worker } = threadOf();
  const judge = () => worker.run({ _tag: "Validate", document: "{ __typename }" });
  expect(await judge()).toBeNull();
  await about(worker, "Query");
  expect(await judge()).toEqual({ _tag: "Validated", errors: [] });
  worker.release();
});

it.each([
  ["it ended with the code 1", "./endingThread.ts"],
  ["memory limit", "./hungryThread.ts"]
])("reports that a thread failed (%s), and does not start another one immediately", async (reason, entry) => {
  const { worker, failures } = threadOf(schema, new URL(entry, import.meta.url));
  expect(await Promise.all([about(worker, "Query"), about(worker, "Query")])).toEqual([null, null]);
  expect(failures).toEqual([expect.stringContaining(reason)]);
  expect(await about(worker, "Query")).toBeNull();
  expect(failures).toHaveLength(1);
  worker.release();
});

it("has enough memory for a large schema, and ends without a report", async () => {
  const { worker, failures } = threadOf(buildApiSchema(manyLexicons(runsOf(160))).schema);
  const document = getIntrospectionQuery({ inputValueDeprecation: true, schemaDescription: true });
  for (let time = 0; time < 3; time += 1)
    expect(await worker.run({ _tag: "Introspect", document, variables: {} })).toMatchObject({ answer: { errors: [] } });
  expect((await worker.run({ _tag: "Validate", document: "{ nothing }" }))?._tag).toBe("Validated");
  worker.release();
  expect(failures).toEqual([]);
}, 120_000);
