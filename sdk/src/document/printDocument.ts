import { hasMembers } from "../hasMembers.ts";
import type { AnyDocument } from "./TypedDocument.ts";

/** A node of a syntax tree. Its properties depend on `kind` (the `graphql` package, language/ast). */
interface Node {
  readonly kind: string;
  readonly [member: string]: unknown;
}

const isNode = (value: unknown): value is Node => hasMembers(value, "kind");

const print = (value: unknown): string => {
  if (!isNode(value)) return value === undefined || value === null ? "" : String(value);
  const write = writers[value.kind] ?? asWritten;
  return write(value);
};

const all = (values: unknown, between = " "): string => (Array.isArray(values) ? values.map(print).join(between) : "");

/** Wraps a text that is not empty. */
const around = (before: string, text: string, after = ""): string => (text === "" ? "" : before + text + after);

const directives = (node: Node): string => around(" ", all(node.directives));
const tail = (node: Node): string => directives(node) + print(node.selectionSet);
/** Names, numbers and the like have a `value`; other definitions, which are omitted, have none. */
const asWritten = ({ value = "" }: Node): string => String(value);

/** Printers for the nodes of executable documents that have no `value`. */
const writers: Readonly<Record<string, (node: Node) => string>> = {
  Document: (node) => all(node.definitions, "\n"),
  OperationDefinition: (node) =>
    `${node.operation} ${print(node.name)}${around("(", all(node.variableDefinitions, ", "), ")")}${tail(node)}`,
  VariableDefinition: (node) =>
    `${print(node.variable)}: ${print(node.type)}${around(" = ", print(node.defaultValue))}${directives(node)}`,
  SelectionSet: (node) => ` { ${all(node.selections)} }`,
  Field: (node) =>
    `${around("", print(node.alias), ": ")}${print(node.name)}${around("(", all(node.arguments, ", "), ")")}${tail(node)}`,
  FragmentSpread: (node) => `...${print(node.name)}${directives(node)}`,
  InlineFragment: (node) => `...${around(" on ", print(node.typeCondition))}${tail(node)}`,
  FragmentDefinition: (node) => `fragment ${print(node.name)} on ${print(node.typeCondition)}${tail(node)}`,
  Directive: (node) => `@${print(node.name)}${around("(", all(node.arguments, ", "), ")")}`,
  Argument: (node) => `${print(node.name)}: ${print(node.value)}`,
  ObjectField: (node) => `${print(node.name)}: ${print(node.value)}`,
  Variable: (node) => `$${print(node.name)}`,
  NamedType: (node) => print(node.name),
  ListType: (node) => `[${print(node.type)}]`,
  NonNullType: (node) => `${print(node.type)}!`,
  NullValue: () => "null",
  StringValue: (node) => JSON.stringify(node.value),
  ListValue: (node) => `[${all(node.values, ", ")}]`,
  ObjectValue: (node) => `{${all(node.fields, ", ")}}`
};

/** Returns the text of a document. It has its own printer, because that of `graphql` is larger than this package. */
export const printDocument = (document: AnyDocument): string => (isNode(document) ? print(document) : String(document));
