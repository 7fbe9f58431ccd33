import { describe, expect, it } from "@effect/vitest";
import { buildSchema, getIntrospectionQuery, Kind, parse } from "graphql";
import { excessiveIntrospection } from "../../../../../src/adapters/graphql/plan/document/introspectionCost.ts";

/** A schema of as many types as asked for, each with as many fields. */
const schemaOf = (types: number, fields: number) => {
  const members = Array.from({ length: fields }, (_, index) => `f${index}(a: Int, b: I): [T${index % types}!]!`).join(
    " "
  );
  const all = Array.from({ length: types }, (_, index) => `type T${index} { ${members} }`).join(" ");
  return buildSchema(`type Query { ${members} } input I { c: Int d: E } enum E { A B C } union U = T0 | T1 ${all}`);
};

const excess = (schema: ReturnType<typeof schemaOf>, text: string) => {
  const { definitions } = parse(text);
  const operations = definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const fragments = definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);
  return excessiveIntrospection(schema, {
    operations,
    fragments: new Map(fragments.map((node) => [node.name.value, node]))
  });
};

const whole =
  "types { name fields { name args { name type { name ofType { name } } } type { name ofType { name } } } }";
const aliased = (text: string) => Array.from({ length: 30 }, (_, index) => `a${index}: ${text}`).join(" ");

describe.each([
  [2, 3],
  [40, 12],
  [300, 25]
])("introspection of %i types with %i fields each", (types, fields) => {
  const schema = schemaOf(types, fields);

  it("returns the whole schema to tools", () => {
    expect(excess(schema, getIntrospectionQuery())).toBeNull();
    expect(excess(schema, getIntrospectionQuery({ specifiedByUrl: true, oneOf: true }))).toBeNull();
  });

  it.each([
    ["at the root", `{ ${aliased(`__schema { ${whole} }`)} }`],
    ["below the schema", `{ __schema { ${aliased(whole)} } }`],
    [
      "through a fragment",
      `{ ...F } fragment F on Query { ${aliased("__schema { ...G }")} } fragment G on __Schema { ${whole} }`
    ],
    [
      "one type at a time",
      `{ ${aliased(`__type(name: "T1") { fields { ${aliased("type { fields { name args { name type { name } } } }")} } }`)} }`
    ]
  ])("refuses the same query repeated thirty times, %s", (_, text) => {
    const found = excess(schema, text);
    expect(found?.cost).toBeGreaterThan(found?.maxCost ?? Number.POSITIVE_INFINITY);
  });

  it("counts only introspection fields", () => {
    expect(excess(schema, `{ ${aliased("f0 { f1 { __typename } }")} }`)).toBeNull();
  });
});
