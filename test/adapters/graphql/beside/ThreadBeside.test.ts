import { expect, it } from "@effect/vitest";
import { threadBeside } from "../../../../src/adapters/graphql/beside/ThreadBeside.ts";
import { defaultLimits } from "../../../../src/adapters/graphql/plan/Limits.ts";
import { buildApiSchema } from "../../../../src/adapters/graphql/schema/buildApiSchema.ts";
import { noteLexicons } from "../plan/notes.ts";

const { schema } = buildApiSchema(noteLexicons);

it("answers each task with its own outcome, and starts again after it was released", async () => {
  const beside = threadBeside(schema, defaultLimits);
  const about = (name: string) =>
    beside.ask({
      _tag: "Introspect",
      document: "query ($name: String!) { __type(name: $name) { name } }",
      variables: { name }
    });
  const judged = beside.ask({ _tag: "Judge", document: "{ nothing }" });
  const names = ["Query", "Mutation", "OrgExampleNote", "Nothing"];
  const described = await Promise.all(names.map(about));
  expect(described.map((outcome) => outcome?._tag === "Introspected" && outcome.answer.data)).toEqual([
    ...names.slice(0, 3).map((name) => `{"__type":{"name":"${name}"}}`),
    '{"__type":null}'
  ]);
  expect(await judged).toMatchObject({ errors: [{ extensions: { code: "GRAPHQL_VALIDATION_FAILED" } }] });
  beside.release();
  expect(await about("Query")).toMatchObject({ answer: { data: '{"__type":{"name":"Query"}}' } });
  beside.release();
});

it("says that it could not when the thread ends under its work", async () => {
  const beside = threadBeside(schema, defaultLimits, new URL("./endingThread.ts", import.meta.url));
  const judge = () => beside.ask({ _tag: "Judge", document: "{ __typename }" });
  expect(await Promise.all([judge(), judge()])).toEqual([null, null]);
  expect(await judge()).toBeNull();
  beside.release();
});
