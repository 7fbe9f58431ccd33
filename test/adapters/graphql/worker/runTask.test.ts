import { describe, expect, it } from "@effect/vitest";
import * as Either from "effect/Either";
import { executeSync, getIntrospectionQuery, parse, printSchema } from "graphql";
import { prepareDocument } from "../../../../src/adapters/graphql/plan/document/prepareDocument.ts";
import { defaultLimits } from "../../../../src/adapters/graphql/plan/Limits.ts";
import { rootFields } from "../../../../src/adapters/graphql/rootFields.ts";
import { buildApiSchema } from "../../../../src/adapters/graphql/schema/buildApiSchema.ts";
import { readSchema } from "../../../../src/adapters/graphql/worker/readSchema.ts";
import { runTask } from "../../../../src/adapters/graphql/worker/runTask.ts";
import { corpus } from "../../../conformance/corpus.ts";
import { noteLexicons } from "../plan/notes.ts";

const { schema } = buildApiSchema(noteLexicons, rootFields);
const worker = readSchema(printSchema(schema));

const judged = (document: string) => runTask(worker, defaultLimits, { _tag: "Validate", document });
const judgedHere = (document: string) => ({
  _tag: "Validated",
  errors: Either.match(prepareDocument(schema, document, defaultLimits), {
    onLeft: (errors) => errors,
    onRight: () => []
  })
});

const hostile = corpus.flatMap(({ body, name }) => {
  const text = body();
  if (text.length > 300_000 || !text.startsWith('{"query":"')) return [];
  const { query } = JSON.parse(text);
  return [[name, String(query)] as const];
});

/** What our scalars and our reading of literals decide, which the text of a schema does not say. */
const particular = [
  '{ orgExampleNote(where: { rank: { gt: "4" } }) { totalCount } }',
  '{ orgExampleNote(where: { rank: { gt: "four" } }) { totalCount } }',
  '{ orgExampleNote(where: { rank: { in: ["1", 2] } }) { totalCount } }',
  '{ orgExampleNote(where: { at: { gt: "2026-01-01T00:00:00Z" } }) { totalCount } }',
  "{ orgExampleNote(where: { at: { gt: 4 } }) { totalCount } }",
  '{ orgExampleNote(sortBy: [{ field: "text", direction: "DESC" }]) { totalCount } }',
  '{ orgExampleNote(sortBy: [{ field: "txt", direction: "DESC" }]) { totalCount } }',
  "query ($at: String) { orgExampleNote(where: { at: { gt: $at } }) { totalCount } }",
  "query ($text: DateTime) { orgExampleNote(where: { text: { eq: $text } }) { totalCount } }",
  "query ($at: Int) { orgExampleNote(where: { at: { gt: $at } }) { totalCount } }",
  'mutation { createOrgExampleNote(input: { text: "a", either: { type: "x" } }) { uri } }'
];

describe("a worker thread", () => {
  it.each([...hostile, ...particular.map((document) => [document, document] as const)])(
    "validates a document as the main thread does: %s",
    (_, document) => expect(judged(document)).toEqual(judgedHere(document))
  );

  it("describes the same schema", () => {
    const document = getIntrospectionQuery({
      inputValueDeprecation: true,
      schemaDescription: true,
      specifiedByUrl: true
    });
    const outcome = runTask(worker, defaultLimits, { _tag: "Introspect", document, variables: {} });
    if (outcome._tag !== "Introspected" || outcome.answer.data === null) throw new Error("no description");
    const inOrder = ({ types, ...rest }: { readonly types: ReadonlyArray<{ readonly name: string }> }) => ({
      ...rest,
      types: types.toSorted((left, right) => (left.name < right.name ? -1 : 1))
    });
    const here = JSON.parse(JSON.stringify(executeSync({ schema, document: parse(document) }).data));
    expect(inOrder(JSON.parse(outcome.answer.data).__schema)).toEqual(inOrder(here.__schema));
  });

  it("reports invalid variables, without data", () => {
    const document = "query ($name: String!) { __type(name: $name) { name } }";
    const outcome = runTask(worker, defaultLimits, { _tag: "Introspect", document, variables: {} });
    expect(outcome).toMatchObject({ answer: { data: null, errors: [{ message: expect.stringContaining("$name") }] } });
  });
});
