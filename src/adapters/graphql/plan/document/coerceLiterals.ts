import {
  type DocumentNode,
  GraphQLInputObjectType,
  GraphQLInt,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  Kind,
  TypeInfo,
  type ValueNode,
  visit,
  visitWithTypeInfo
} from "graphql";
import { intCondition, wideIntCondition } from "../../schema/filter/conditionTypes.ts";
import { safeIntScalar } from "../../schema/scalars/safeIntScalar.ts";

const conditions = [intCondition.name, wideIntCondition.name];
const integers: ReadonlyArray<string> = [GraphQLInt.name, safeIntScalar.name];

const isOfIntegers = (condition: string): boolean => conditions.includes(condition);
/** By name: the schema may be made of its text. */
const isInteger = (type: GraphQLNamedType | undefined): boolean => type !== undefined && integers.includes(type.name);

const wholeNumber = /^-?(?:0|[1-9][0-9]*)$/;

const asNumber = (node: ValueNode): ValueNode => {
  if (node.kind === Kind.LIST) return { ...node, values: node.values.map(asNumber) };
  if (node.kind !== Kind.STRING || !wholeNumber.test(node.value)) return node;
  return { kind: Kind.INT, value: node.value, ...(node.loc === undefined ? {} : { loc: node.loc }) };
};

/**
 * Rewrites what clients of this API family send and GraphQL does not allow: a string that names a value of the enum
 * expected in its place, and a whole number written as a string in a condition.
 */
export const coerceLiterals = (document: DocumentNode, schema: GraphQLSchema): DocumentNode => {
  const types = new TypeInfo(schema);
  return visit(
    document,
    visitWithTypeInfo(types, {
      StringValue: (node) => {
        const type = getNamedType(types.getInputType());
        if (!isEnumType(type) || type.getValue(node.value) === undefined) return undefined;
        return { kind: Kind.ENUM, value: node.value, ...(node.loc === undefined ? {} : { loc: node.loc }) };
      },
      ObjectField: (node) => {
        const parent = types.getParentInputType();
        if (!(parent instanceof GraphQLInputObjectType) || !isOfIntegers(parent.name)) return undefined;
        if (!isInteger(getNamedType(types.getInputType()))) return undefined;
        return { ...node, value: asNumber(node.value) };
      }
    })
  );
};
