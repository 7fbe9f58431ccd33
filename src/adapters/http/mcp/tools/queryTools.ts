import * as Schema from "effect/Schema";
import { declareTool } from "./declareTool.ts";
import { runDocument } from "./runDocument.ts";

/** A type with its list and non-null wrappers. Nothing in the schema is nested deeper. */
const typeFragment = `fragment T on __Type { kind name ofType { kind name ofType { kind name ofType { kind name } } } }`;

const fieldFragment = `fragment F on __Field {
  name description isDeprecated deprecationReason type { ...T }
  args { name description defaultValue type { ...T } }
}`;

/** Lists the fields of the query type with their arguments. */
export const listQueries = declareTool({
  name: "list_queries",
  title: "List queries",
  description:
    "Lists the queries of the GraphQL API with their arguments and types. There is one for each collection of records, and more for aggregation, search and accounts.",
  given: Schema.Struct({}),
  properties: {},
  call: (_given, caller) =>
    runDocument({ query: `{ __schema { queryType { fields { ...F } } } } ${fieldFragment} ${typeFragment}` }, caller)
});

/** Describes one type of the GraphQL schema. */
export const describeType = declareTool({
  name: "describe_type",
  title: "Describe a GraphQL type",
  description:
    "Returns one type of the GraphQL schema: its fields with arguments, the members of an input type, the values of an enum, or the possible types of an interface or a union. Returns null for an unknown name.",
  given: Schema.Struct({ name: Schema.String }),
  properties: { name: { type: "string", description: "The name of the type, such as XyzStatusphereStatus." } },
  required: ["name"],
  call: ({ name }, caller) =>
    runDocument(
      {
        query: `query ($name: String!) { __type(name: $name) {
          kind name description
          fields(includeDeprecated: true) { ...F }
          inputFields { name description defaultValue type { ...T } }
          enumValues(includeDeprecated: true) { name description }
          interfaces { name } possibleTypes { name }
        } } ${fieldFragment} ${typeFragment}`,
        variables: { name }
      },
      caller
    )
});

/** Runs a GraphQL query. */
export const runQuery = declareTool({
  name: "run_query",
  title: "Run a GraphQL query",
  description:
    "Runs a GraphQL query and returns its response. Only queries: mutations and subscriptions are refused. Lists are connections: select edges { node { … } } and pageInfo, and page with first and after. Every record has uri, cid, did, collection, rkey and indexedAt. The limits of the API for depth, cost and time apply.",
  given: Schema.Struct({
    query: Schema.String,
    variables: Schema.optional(Schema.Record({ key: Schema.String, value: Schema.Unknown })),
    operationName: Schema.optional(Schema.NullOr(Schema.String))
  }),
  properties: {
    query: { type: "string", description: "The GraphQL document." },
    variables: { type: "object", description: "The values of its variables.", additionalProperties: true },
    operationName: { type: "string", description: "The operation to run, if the document has several." }
  },
  required: ["query"],
  call: ({ operationName, query, variables }, caller) =>
    runDocument(
      { query, ...(variables !== undefined && { variables }), ...(operationName !== undefined && { operationName }) },
      caller
    )
});
