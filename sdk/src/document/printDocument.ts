import type { AnyDocument } from "./TypedDocument.ts";

/** A node of a syntax tree. Its properties depend on `kind` (the `graphql` package, language/ast). */
interface Node {
  readonly kind: string;
  readonly [member: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "kind" in value;

const print = (value: unknown): string => {
  if (!isNode(value)) return value === undefined || value === null ? "" : String(value);
  const write = writers[value.kind];
  return write === undefined ? "" : write(value);
};

const all = (values: unknown, between = " "): string => (Array.isArray(values) ? values.map(print).join(between) : "");

/** Wraps a text that is not empty. */
const around = (before: string, text: string, after = ""): string => (text === "" ? "" : before + text + after);

const directives = (node: Node): string => around(" ", all(node.directives));
const asWritten = (node: Node): string => String(node.value);

/** Printers for the nodes of executable documents. Other definitions are omitted. */
const writers: Readonly<Record<string, (node: Node) => string>> = {
  Document: (node) => all(node.definitions, "\n"),
  OperationDefinition: (node) =>
    `${node.operation} ${print(node.name)}${around("(", all(node.variableDefinitions, ", "), ")")}${directives(node)}${print(node.selectionSet)}`,
  VariableDefinition: (node) =>
    `${print(node.variable)}: ${print(node.type)}${around(" = ", print(node.defaultValue))}${directives(node)}`,
  SelectionSet: (node) => ` { ${all(node.selections)} }`,
  Field: (node) =>
    `${around("", print(node.alias), ": ")}${print(node.name)}${around("(", all(node.arguments, ", "), ")")}${directives(node)}${print(node.selectionSet)}`,
  FragmentSpread: (node) => `...${print(node.name)}${directives(node)}`,
  InlineFragment: (node) =>
    `...${around(" on ", print(node.typeCondition))}${directives(node)}${print(node.selectionSet)}`,
  FragmentDefinition: (node) =>
    `fragment ${print(node.name)} on ${print(node.typeCondition)}${directives(node)}${print(node.selectionSet)}`,
  Directive: (node) => `@${print(node.name)}${around("(", all(node.arguments, ", "), ")")}`,
  Argument: (node) => `${print(node.name)}: ${print(node.value)}`,
  ObjectField: (node) => `${print(node.name)}: ${print(node.value)}`,
  Name: asWritten,
  Variable: (node) => `$${print(node.name)}`,
  NamedType: (node) => print(node.name),
  ListType: (node) => `[${print(node.type)}]`,
  NonNullType: (node) => `${print(node.type)}!`,
  IntValue: asWritten,
  FloatValue: asWritten,
  EnumValue: asWritten,
  BooleanValue: asWritten,
  NullValue: () => "null",
  StringValue: (node) => JSON.stringify(node.value),
  ListValue: (node) => `[${all(node.values, ", ")}]`,
  ObjectValue: (node) => `{${all(node.fields, ", ")}}`
};

/** Returns the text of a document. It has its own printer, because that of `graphql` is larger than this package. */
export const printDocument = (document: AnyDocument): string => (isNode(document) ? print(document) : String(document));
