import {
  type ASTVisitor,
  GraphQLError,
  type GraphQLInputType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLScalarType,
  GraphQLString,
  getNamedType,
  isInputType,
  isListType,
  isNonNullType,
  isScalarType,
  isTypeSubTypeOf,
  Kind,
  typeFromAST,
  type ValidationContext,
  type ValueNode,
  type VariableDefinitionNode
} from "graphql";
import { dateTimeScalar } from "../../schema/scalars/dateTimeScalar.ts";
import { jsonScalar } from "../../schema/scalars/jsonScalar.ts";
import { safeIntScalar } from "../../schema/scalars/safeIntScalar.ts";

/** The type with every DateTime in it taken for a String: the two are one kind of text in the place of a variable. */
const asText = (type: GraphQLInputType): GraphQLInputType => {
  if (isNonNullType(type)) return new GraphQLNonNull(asText(type.ofType));
  if (isListType(type)) return new GraphQLList(asText(type.ofType));
  return type.name === dateTimeScalar.name ? GraphQLString : type;
};

const fitsSafeInt: ReadonlyArray<string> = [GraphQLInt.name, jsonScalar.name];

/** The type with every Int in it taken for a SafeInt, and every JSON: its values are judged where they are used. */
const asSafeInt = (type: GraphQLInputType, safeInt: GraphQLScalarType): GraphQLInputType => {
  if (isNonNullType(type)) return new GraphQLNonNull(asSafeInt(type.ofType, safeInt));
  if (isListType(type)) return new GraphQLList(asSafeInt(type.ofType, safeInt));
  return fitsSafeInt.includes(type.name) ? safeInt : type;
};

/** A variable's type as it is compared with that of its place. */
const declaredFor = (declared: GraphQLInputType, place: GraphQLInputType): GraphQLInputType => {
  const named = getNamedType(place);
  return isScalarType(named) && named.name === safeIntScalar.name ? asSafeInt(declared, named) : asText(declared);
};

const isAllowed = (
  context: ValidationContext,
  variable: GraphQLInputType,
  variableDefault: ValueNode | undefined,
  place: GraphQLInputType,
  placeDefault: unknown
): boolean => {
  const schema = context.getSchema();
  if (!isNonNullType(place) || isNonNullType(variable)) return isTypeSubTypeOf(schema, variable, place);
  const hasDefault = variableDefault !== undefined && variableDefault.kind !== Kind.NULL;
  if (!hasDefault && placeDefault === undefined) return false;
  return isTypeSubTypeOf(schema, variable, place.ofType);
};

/**
 * All variable usages are allowed (GraphQL specification, section 5.8.5), with two additions: a String variable where a
 * DateTime is expected, and the other way round; an Int or JSON variable where a SafeInt is expected.
 */
export const textVariablesRule = (context: ValidationContext): ASTVisitor => {
  const definitions = new Map<string, VariableDefinitionNode>();
  return {
    OperationDefinition: {
      enter: () => definitions.clear(),
      leave: (operation) => {
        for (const { node, type, defaultValue } of context.getRecursiveVariableUsages(operation)) {
          const name = node.name.value;
          const definition = definitions.get(name);
          const declared = definition === undefined ? undefined : typeFromAST(context.getSchema(), definition.type);
          if (definition === undefined || !isInputType(declared) || !type) continue;
          const input = declaredFor(declared, type);
          if (isAllowed(context, input, definition.defaultValue, asText(type), defaultValue)) continue;
          context.reportError(
            new GraphQLError(`Variable "$${name}" of type "${declared}" used in position expecting type "${type}".`, {
              nodes: [definition, node]
            })
          );
        }
      }
    },
    VariableDefinition: (node) => {
      definitions.set(node.variable.name.value, node);
    }
  };
};
