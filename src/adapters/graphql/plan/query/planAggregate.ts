import type { FieldNode, GraphQLField } from "graphql";
import { typeName } from "../../../../domain/api/apiName.ts";
import type { Collection } from "../../../../domain/lexicon/model/Collection.ts";
import { type Interval, intervals } from "../../../../domain/record/query/Interval.ts";
import { operandType } from "../../../../domain/record/query/operandValue.ts";
import type { Aggregate, AggregateMember, GroupKey } from "../../../../domain/record/query/RecordQuery.ts";
import { defaultGroups, maximumGroupFields, maximumGroups } from "../../schema/page/aggregateTypes.ts";
import { groupFields } from "../../schema/page/groupFields.ts";
import type { Compilation } from "../Compilation.ts";
import { typeNamed } from "../typeNamed.ts";
import type { Argument } from "../values/Argument.ts";
import { limitParameter } from "../values/limitParameter.ts";
import { readArguments } from "../values/readArguments.ts";
import { planMembers } from "./planMembers.ts";
import { planWhere } from "./planWhere.ts";

/** Returns the value of an enum, or null if it is absent. */
const chosen = (compilation: Compilation, argument: Argument | undefined): string | null =>
  argument?._tag === "ScalarArgument" ? compilation.pinned((run) => String(argument.read(run))) : null;

const isDate = (key: GroupKey): boolean => key._tag === "ValueGroup" && operandType(key.operand) === "instant";

const within = (key: GroupKey, interval: Interval | null): GroupKey =>
  key._tag === "ValueGroup" ? { ...key, interval } : key;

/** Returns the groups of a `groupBy` by field name, in order. */
const planGroups = (
  compilation: Compilation,
  collection: Collection,
  argument: Argument | undefined,
  node: FieldNode
): ReadonlyMap<string, GroupKey> => {
  const fields = groupFields(collection);
  const groups = new Map<string, GroupKey>();
  const items = argument?._tag === "ListArgument" ? argument.items : [];
  if (items.length === 0 || items.length > maximumGroupFields) {
    compilation.refuse(node, `groupBy must have 1 to ${maximumGroupFields} fields.`);
    return groups;
  }
  for (const item of items) {
    if (item._tag !== "ObjectArgument") continue;
    const field = chosen(compilation, item.fields.get("field")) ?? "";
    const interval = chosen(compilation, item.fields.get("interval"));
    const key = fields.get(field);
    if (key === undefined) continue;
    if (groups.has(field)) compilation.refuse(node, `groupBy names ${field} twice: name each field once.`);
    if (interval !== null && !isDate(key)) {
      compilation.refuse(node, `groupBy has an interval for ${field}, which is no date: leave it out.`);
    }
    groups.set(field, within(key, intervals.find((each) => each === interval) ?? null));
  }
  return groups;
};

const planGroupMembers = (
  compilation: Compilation,
  collection: Collection,
  fields: ReadonlyArray<string>,
  nodes: ReadonlyArray<FieldNode>
) =>
  planMembers<AggregateMember>(compilation, typeNamed(compilation, `${typeName(collection.nsid)}Aggregated`), nodes, {
    typename: (key, name) => ({ _tag: "GroupTypename", key, name }),
    field: ({ key, outputKind, node }) => {
      if (outputKind._tag === "GroupCountKind") return { _tag: "GroupCount", key };
      if (outputKind._tag !== "GroupValueKind") return null;
      const group = fields.indexOf(outputKind.field);
      if (group >= 0) return { _tag: "GroupValue", key, group };
      compilation.refuse(node, `${outputKind.field} is not in groupBy: add it there, or do not ask for it.`);
      return null;
    }
  });

/** Plans the requested groups of a collection. */
export const planAggregate = (
  compilation: Compilation,
  collection: Collection,
  definition: GraphQLField<unknown, unknown>,
  nodes: readonly [FieldNode, ...ReadonlyArray<FieldNode>]
): Aggregate => {
  const [node] = nodes;
  const given = readArguments(compilation, definition, node);
  const groups = planGroups(compilation, collection, given.get("groupBy"), node);
  const orderBy = given.get("orderBy");
  const order = orderBy?._tag === "ObjectArgument" ? chosen(compilation, orderBy.fields.get("count")) : null;
  const limit = given.get("limit");
  const read = limit?._tag === "ScalarArgument" ? limit.read : null;
  return {
    collection: collection.nsid,
    where: planWhere(compilation, collection, given.get("where"), node),
    groups: [...groups.values()],
    order: order === "ASC" ? "ASC" : "DESC",
    limit: limitParameter(
      compilation,
      node,
      { name: "limit", read },
      { fallback: defaultGroups, maximum: maximumGroups }
    ),
    members: planGroupMembers(compilation, collection, [...groups.keys()], nodes)
  };
};
