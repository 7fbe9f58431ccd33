import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  isUnionType
} from "graphql";

const selectedLevels = 4;
const selectedJoins = 3;

const isCalledWithout = (field: GraphQLField<unknown, unknown>): boolean => !field.args.some(isRequiredArgument);

/** Joins take arguments and lead to other records; a schema has too many of them to select all. */
const isJoin = ({ args, type, name }: GraphQLField<unknown, unknown>): boolean =>
  !isLeafType(getNamedType(type)) && (args.length > 0 || /^viewer./.test(name) || /ByDid$/.test(name));

const joinsOf = (joins: GraphQLObjectType): string => {
  const pages = Object.values(joins.getFields()).filter((field) => {
    const to = getNamedType(field.type);
    return isCalledWithout(field) && isObjectType(to) && to.getFields().totalCount !== undefined;
  });
  const chosen = pages.slice(0, selectedJoins).map(({ name }) => `${name} { totalCount }`);
  return chosen.length === 0 ? "__typename" : chosen.join(" ");
};

/** What is selected of an object; `prefix` keeps members of a union apart whose types differ. */
const selectionOf = (type: GraphQLObjectType, levels: number, prefix = ""): string => {
  const fields = Object.values(type.getFields()).flatMap((field) => {
    const name = prefix === "" ? field.name : `${prefix}${field.name}: ${field.name}`;
    const to = getNamedType(field.type);
    if (!isCalledWithout(field)) return [];
    if (isLeafType(to)) return [name];
    if (isObjectType(to) && to.name === "Joins") return [`${name} { ${joinsOf(to)} }`];
    if (levels === 0 || isJoin(field)) return [];
    if (isObjectType(to)) return [`${name} { ${selectionOf(to, levels - 1)} }`];
    if (!isUnionType(to)) return [];
    if (to.name === "Record") return [`${name} { __typename }`];
    const members = to.getTypes().map((member, at) => {
      return `... on ${member.name} { ${selectionOf(member, Math.min(levels - 1, 1), `m${at}_`)} }`;
    });
    return [`${name} { __typename ${members.join(" ")} }`];
  });
  return ["__typename", ...fields].join(" ");
};

/** The documents of one collection: a page of whole records, groups, and each mutation. */
export interface CollectionDocuments {
  readonly collection: string;
  readonly page: string;
  readonly groups: string;
  readonly writes: ReadonlyArray<string>;
}

const groupsOf = (name: string, type: string, schema: GraphQLSchema): string => {
  const by = schema.getType(`${type}GroupByField`);
  const fields = isEnumType(by) ? by.getValues().map((value) => value.name) : [];
  const roots = fields.map((field, at) => `g${at}: ${name}(groupBy: [{ field: ${field} }]) { count ${field} }`);
  return `query ${type}Groups($where: ${type}WhereInput) {
  where: ${name}(groupBy: [{ field: did }], where: $where, limit: 10) { count did }
  ${roots.join("\n  ")}
}`;
};

/** Documents for every collection of a schema, by the fields of its query and mutation types. */
export const collectionDocuments = (schema: GraphQLSchema): ReadonlyArray<CollectionDocuments> => {
  const queries = schema.getQueryType()?.getFields() ?? {};
  const mutations = schema.getMutationType()?.getFields() ?? {};
  return Object.keys(queries).flatMap((collection) => {
    const type = collection.charAt(0).toUpperCase() + collection.slice(1);
    const record = schema.getType(type);
    const groups = `${collection}Aggregated`;
    if (queries[groups] === undefined || !isObjectType(record)) return [];
    const page = `query ${type}Page($first: Int, $where: ${type}WhereInput, $sortBy: [${type}SortFieldInput!]) {
  ${collection}(first: $first, where: $where, sortBy: $sortBy) {
    totalCount
    pageInfo { hasNextPage endCursor }
    nodes { ${selectionOf(record, selectedLevels)} }
  }
}`;
    const writes = ["create", "update", "delete"].flatMap((verb) => {
      const field = mutations[`${verb}${type}`];
      if (field === undefined) return [];
      const variables = field.args.map((argument) => `$${argument.name}: ${argument.type}`).join(", ");
      const given = field.args.map(({ name }) => `${name}: $${name}`).join(", ");
      return [`mutation ${verb}${type}(${variables}) { ${verb}${type}(${given}) { uri } }`];
    });
    return [{ collection, page, groups: groupsOf(groups, type, schema), writes }];
  });
};
