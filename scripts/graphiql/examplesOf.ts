import {
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType
} from "graphql";

/** An operation that can be run against the schema it was made from. */
export interface Example {
  readonly name: string;
  readonly query: string;
  /** The variables as JSON text; empty if there are none. */
  readonly variables: string;
}

/** The examples of a collection. */
export interface CollectionExamples {
  /** The field of `Query` that lists its records. */
  readonly field: string;
  /** The NSID as the schema describes it; the field without one. */
  readonly nsid: string;
  readonly examples: ReadonlyArray<Example>;
}

type Field = GraphQLField<unknown, unknown>;

/** What every record has beside the properties of its Lexicon. */
const ofEveryRecord = new Set([
  "uri",
  "cid",
  "did",
  "collection",
  "rkey",
  "indexedAt",
  "actorHandle",
  "labels",
  "value",
  "joins"
]);

const maxProperties = 4;

const hasFields = (type: GraphQLObjectType, names: ReadonlyArray<string>): boolean =>
  names.every((name) => type.getFields()[name] !== undefined);

/** The type of the records that a connection has; null for any other field. */
const recordOf = ({ type }: Field): GraphQLObjectType | null => {
  const connection = getNamedType(type);
  if (!isObjectType(connection) || !hasFields(connection, ["edges", "nodes", "totalCount"])) return null;
  const record = getNamedType(connection.getFields().nodes?.type);
  return isObjectType(record) && hasFields(record, ["uri", "cid", "did", "rkey"]) ? record : null;
};

const argument = ({ args }: Field, name: string): GraphQLInputType | null =>
  args.find((each) => each.name === name)?.type ?? null;

const mayBeLeftOut = ({ args }: Field): boolean =>
  args.every(({ defaultValue, type }) => !isNonNullType(type) || defaultValue !== undefined);

const propertiesOf = (record: GraphQLObjectType): ReadonlyArray<string> =>
  Object.values(record.getFields())
    .filter((field) => !ofEveryRecord.has(field.name) && isLeafType(getNamedType(field.type)) && mayBeLeftOut(field))
    .slice(0, maxProperties)
    .map(({ name }) => name);

const indented = (names: ReadonlyArray<string>, spaces: number): string =>
  names.map((name) => `${" ".repeat(spaces)}${name}`).join("\n");

/** The order from new to old, by a date of the Lexicon if there is one. */
const newestFirst = (field: Field): string => {
  const by = getNamedType(argument(field, "sortBy") ?? undefined);
  const names = isInputObjectType(by) ? getNamedType(by.getFields().field?.type) : null;
  if (!isEnumType(names)) return "";
  const date = names.getValue("createdAt") === undefined ? "indexedAt" : "createdAt";
  return `, sortBy: [{ field: ${date}, direction: DESC }]`;
};

const list = (field: Field, record: GraphQLObjectType, nsid: string): Example => ({
  name: "List",
  query: `# The newest ${nsid} records, and how many there are.
query List {
  ${field.name}(first: 10${newestFirst(field)}) {
    totalCount
    nodes {
${indented(["uri", "actorHandle", ...propertiesOf(record)], 6)}
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
`,
  variables: ""
});

/** The first property with conditions on a text, otherwise the handle of the author. */
const textProperty = (field: Field): string => {
  const where = getNamedType(argument(field, "where") ?? undefined);
  if (!isInputObjectType(where)) return "actorHandle";
  const found = Object.values(where.getFields()).find(({ name, type }) => {
    const condition = getNamedType(type);
    return !ofEveryRecord.has(name) && isInputObjectType(condition) && condition.getFields().contains !== undefined;
  });
  return found?.name ?? "actorHandle";
};

const filter = (field: Field, record: GraphQLObjectType, nsid: string): Example => {
  const property = textProperty(field);
  return {
    name: "Filter",
    query: `# ${nsid} records in which ${property} contains a text. Change the text in the variables.
query Filter($text: String!) {
  ${field.name}(first: 10, where: { ${property}: { contains: $text } }) {
    totalCount
    nodes {
${indented([...new Set(["uri", "actorHandle", property, ...propertiesOf(record)])], 6)}
    }
  }
}
`,
    variables: JSON.stringify({ text: "a" }, null, 2)
  };
};

const one = (record: GraphQLObjectType, nsid: string): Example => ({
  name: "One record",
  query: `# One record by its at-uri. Put that of a record in the variables.
query OneRecord($uri: String!) {
  record(uri: $uri) {
    ... on ${record.name} {
${indented(["uri", "cid", "indexedAt", ...propertiesOf(record)], 6)}
    }
  }
}
`,
  variables: JSON.stringify({ uri: `at://did:plc:ewvi7nxzyoun6zhxrhs64oiz/${nsid}/3jzfcijpj2z2a` }, null, 2)
});

/** The field that leads to records of another collection, if there is one; otherwise to others of the same. */
const joinOf = (record: GraphQLObjectType, records: ReadonlySet<GraphQLObjectType>) => {
  const found = Object.values(record.getFields()).flatMap((field) => {
    if (ofEveryRecord.has(field.name) || !mayBeLeftOut(field)) return [];
    const many = recordOf(field);
    const named = getNamedType(field.type);
    const target = many ?? (isObjectType(named) && records.has(named) ? named : null);
    return target === null ? [] : [{ field, target, isMany: many !== null }];
  });
  return found.find(({ target }) => target !== record) ?? found[0] ?? null;
};

const join = (
  field: Field,
  record: GraphQLObjectType,
  records: ReadonlySet<GraphQLObjectType>,
  nsid: string
): ReadonlyArray<Example> => {
  const found = joinOf(record, records);
  if (found === null) return [];
  const own = propertiesOf(found.target);
  const properties = own.length > 0 ? own : ["uri"];
  const selected = found.isMany
    ? `      ${found.field.name}(first: 3) {
        totalCount
        nodes {
${indented(properties, 10)}
        }
      }`
    : `      ${found.field.name} {
${indented(properties, 8)}
      }`;
  return [
    {
      name: "Join",
      query: `# ${nsid} records with the records that belong to them, in one query.
query Join {
  ${field.name}(first: 10) {
    nodes {
${indented(["uri", ...propertiesOf(record)], 6)}
${selected}
    }
  }
}
`,
      variables: ""
    }
  ];
};

const samples: Readonly<Record<string, unknown>> = { Int: 1, Float: 1, Boolean: true };

const sampleOf = (type: GraphQLInputType, now: string, depth: number): unknown => {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return [];
  if (isEnumType(nullable)) return nullable.getValues()[0]?.name ?? null;
  if (isInputObjectType(nullable)) return requiredOf(Object.values(nullable.getFields()), now, depth + 1);
  if (isLeafType(nullable) && nullable.name === "DateTime") return now;
  return isLeafType(nullable) && nullable.name in samples ? samples[nullable.name] : "🌊";
};

const maxDepth = 4;

const requiredOf = (fields: ReadonlyArray<GraphQLInputField>, now: string, depth: number): Record<string, unknown> =>
  Object.fromEntries(
    fields
      .filter(({ defaultValue, type }) => isNonNullType(type) && defaultValue === undefined && depth < maxDepth)
      .map(({ name, type }) => [name, sampleOf(type, now, depth)])
  );

const create = (
  schema: GraphQLSchema,
  record: GraphQLObjectType,
  nsid: string,
  now: string
): ReadonlyArray<Example> => {
  const field = schema.getMutationType()?.getFields()[`create${record.name}`];
  const input = field === undefined ? null : argument(field, "input");
  const type = getNamedType(input ?? undefined);
  if (field === undefined || input === null || !isInputObjectType(type)) return [];
  return [
    {
      name: "Create",
      query: `# Writes a record of ${nsid} to your repository. Sign in first; the record is public.
mutation Create($input: ${String(input)}) {
  ${field.name}(input: $input) {
    uri
    cid
  }
}
`,
      variables: JSON.stringify({ input: requiredOf(Object.values(type.getFields()), now, 0) }, null, 2)
    }
  ];
};

const subscribe = (
  schema: GraphQLSchema,
  list: Field,
  record: GraphQLObjectType,
  nsid: string
): ReadonlyArray<Example> => {
  const field = schema.getSubscriptionType()?.getFields()[`${list.name}Created`];
  if (field === undefined) return [];
  return [
    {
      name: "Subscribe",
      query: `# Each ${nsid} record as soon as it is indexed, until you stop the operation.
subscription Created($after: String) {
  ${field.name}(after: $after) {
${indented(["uri", "actorHandle", ...propertiesOf(record)], 4)}
  }
}
`,
      variables: ""
    }
  ];
};

const nsidIn = /\b[a-z][a-z0-9-]*(?:\.[a-zA-Z0-9-]+){2,}\b/;

/** Returns examples of each collection of a schema of this service. `now` is the date that new records get, in ISO 8601. */
export const examplesOf = (schema: GraphQLSchema, now: string): ReadonlyArray<CollectionExamples> => {
  const lists = Object.values(schema.getQueryType()?.getFields() ?? {}).flatMap((field) => {
    const record = argument(field, "where") === null ? null : recordOf(field);
    return record === null ? [] : [{ field, record }];
  });
  const records = new Set(lists.map(({ record }) => record));
  return lists.map(({ field, record }) => {
    const created = schema.getMutationType()?.getFields()[`create${record.name}`];
    const nsid = nsidIn.exec(created?.description ?? field.description ?? "")?.[0] ?? field.name;
    return {
      field: field.name,
      nsid,
      examples: [
        list(field, record, nsid),
        filter(field, record, nsid),
        one(record, nsid),
        ...join(field, record, records, nsid),
        ...create(schema, record, nsid, now),
        ...subscribe(schema, field, record, nsid)
      ]
    };
  });
};
