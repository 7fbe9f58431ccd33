import { type GraphQLSchema, isObjectType } from "graphql";
import { memberName, typeName } from "../../../../domain/api/apiName.ts";
import { objectTypeName } from "../../../../domain/api/publishedNames.ts";
import { isJsonObject } from "../../../../domain/json/isJsonObject.ts";
import type { Property } from "../../../../domain/lexicon/model/Collection.ts";
import type { LexiconSet } from "../../../../domain/lexicon/model/LexiconSet.ts";
import { buildApiSchema } from "../../schema/buildApiSchema.ts";

/** A property of a definition, and the field of `/graphql` that returns it. */
export interface ShownProperty {
  readonly name: string;
  readonly field: string;
  /** The GraphQL type, such as `String!`; null if the API has no field for it. */
  readonly type: string | null;
  readonly isRequired: boolean;
  /** Limits and formats of the Lexicon, such as `maxLength 32`. */
  readonly constraints: ReadonlyArray<string>;
  readonly description: string | null;
  /** The NSIDs of the Lexicons that it refers to. */
  readonly references: ReadonlyArray<string>;
}

/** A record or an object that a Lexicon defines. */
export interface ShownDefinition {
  /** `main`, or the name behind the `#`. */
  readonly name: string;
  readonly type: string;
  readonly description: string | null;
  readonly properties: ReadonlyArray<ShownProperty>;
}

const schemas = new WeakMap<LexiconSet, GraphQLSchema>();

/** The schema of a set, built when the first Lexicon of the set is shown. */
const schemaOf = (set: LexiconSet): GraphQLSchema => {
  const known = schemas.get(set);
  if (known !== undefined) return known;
  const { schema } = buildApiSchema(set);
  schemas.set(set, schema);
  return schema;
};

type Json = Readonly<Record<string, unknown>>;

const objectAt = (value: unknown, ...path: ReadonlyArray<string>): Json => {
  let at = value;
  for (const name of path) at = isJsonObject(at) ? at[name] : undefined;
  return isJsonObject(at) ? at : {};
};

const limits = [
  "format",
  "minLength",
  "maxLength",
  "minGraphemes",
  "maxGraphemes",
  "minimum",
  "maximum",
  "maxSize",
  "accept",
  "enum",
  "knownValues",
  "const",
  "default"
];

const texts = (value: unknown): ReadonlyArray<string> =>
  (Array.isArray(value) ? value : [value]).map((each) => (typeof each === "string" ? each : JSON.stringify(each)));

const constraintsOf = (schema: Json, prefix = ""): ReadonlyArray<string> => [
  ...limits.flatMap((name) =>
    schema[name] === undefined ? [] : [`${prefix}${name} ${texts(schema[name]).join(", ")}`]
  ),
  ...(isJsonObject(schema.items) ? constraintsOf(schema.items, "items ") : [])
];

const referencesOf = (schema: Json): ReadonlyArray<string> => [
  ...(typeof schema.ref === "string" ? [schema.ref] : []),
  ...(Array.isArray(schema.refs) ? schema.refs.filter((each) => typeof each === "string") : []),
  ...(isJsonObject(schema.items) ? referencesOf(schema.items) : [])
];

const nsidsOf = (schema: Json): ReadonlyArray<string> => [
  ...new Set(referencesOf(schema).flatMap((ref) => (ref.startsWith("#") ? [] : [ref.replace(/#.*$/, "")])))
];

/** The properties of a definition in its document: those of a record are in `record`. */
const writtenProperties = (document: Json, name: string): Json => {
  const definition = objectAt(document, "defs", ...name.split("."));
  const body = definition.type === "record" ? objectAt(definition, "record") : definition;
  return objectAt(body, "properties");
};

/** Returns the definitions of a Lexicon of a set that have fields in the API. */
export const definitionsIn = (set: LexiconSet, document: Json): ReadonlyArray<ShownDefinition> => {
  const id = String(document.id);
  const { collections, objects } = set;
  const shown = (
    name: string,
    type: string,
    { description, properties }: { readonly description: string | null; readonly properties: ReadonlyArray<Property> }
  ): ShownDefinition => {
    const graphqlType = schemaOf(set).getType(type);
    const fields = isObjectType(graphqlType) ? graphqlType.getFields() : {};
    const written = writtenProperties(document, name);
    return {
      name,
      type,
      description,
      properties: properties.map((property) => {
        const field = memberName(property.name);
        const source = objectAt(written, property.name);
        const found = fields[field];
        return {
          name: property.name,
          field,
          type: found === undefined ? null : String(found.type),
          isRequired: property.required,
          constraints: constraintsOf(source),
          description: property.description,
          references: nsidsOf(source)
        };
      })
    };
  };
  return [
    ...collections.flatMap((each) => (each.nsid === id ? [shown("main", typeName(each.nsid), each)] : [])),
    ...[...objects.values()].flatMap((each) => {
      if (each.id !== id && !each.id.startsWith(`${id}#`)) return [];
      return [
        shown(each.id === id ? "main" : each.id.slice(id.length + 1), objectTypeName(each.id, collections), each)
      ];
    })
  ];
};
