import {
  GraphQLEnumType,
  type GraphQLFieldConfigArgumentMap,
  type GraphQLInputFieldConfigMap,
  GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLUnionType
} from "graphql";
import type { OutputKind } from "./OutputKind.ts";
import { type SharedFields, SharingType } from "./record/SharingType.ts";

/** A field of an output type and its meaning. */
export interface OutputField {
  readonly name: string;
  readonly description?: string | null;
  readonly type: GraphQLOutputType;
  readonly args?: GraphQLFieldConfigArgumentMap;
  readonly outputKind: OutputKind;
}

/** The meaning of the fields of each output type, by type name and field name; for shared fields by the shared type. */
export type OutputKinds = ReadonlyMap<string, ReadonlyMap<string, OutputKind>>;

/**
 * The types of one schema by name. A type is defined once; its fields are created with the schema, so that they can
 * refer to types defined later.
 */
export class TypeRegistry {
  readonly #outputs = new Map<string, GraphQLObjectType | GraphQLUnionType>();
  readonly #inputs = new Map<string, GraphQLInputObjectType | GraphQLEnumType>();
  readonly #outputKinds = new Map<string, ReadonlyMap<string, OutputKind>>();

  /** Filled when the schema is built. */
  get outputKinds(): OutputKinds {
    return this.#outputKinds;
  }

  /** If two fields have the same name, the first one is used. */
  object(name: string, description: string | null, fields: () => ReadonlyArray<OutputField>): GraphQLObjectType {
    const type = new GraphQLObjectType({ name, description, fields: () => this.#distinct(name, fields()) });
    this.#outputs.set(name, type);
    return type;
  }

  /** Defines an object type that also has the fields of another type, and lists some of them after its own. */
  objectSharing(
    { type: shared, listed }: SharedFields,
    name: string,
    description: string | null,
    fields: () => ReadonlyArray<OutputField>
  ): void {
    const config = { name, description, fields: () => this.#distinct(name, fields()) };
    this.#outputs.set(name, new SharingType(config, { type: shared, listed }));
  }

  #distinct(name: string, fields: ReadonlyArray<OutputField>) {
    const last = fields.toReversed();
    this.#outputKinds.set(name, new Map(last.map((field) => [field.name, field.outputKind])));
    return Object.fromEntries(
      [...new Map(last.map((field) => [field.name, field])).values()]
        .toReversed()
        .map(({ name: field, type, args = {}, description = null }) => [field, { type, args, description }])
    );
  }

  union(name: string, types: () => ReadonlyArray<GraphQLObjectType>): void {
    this.#outputs.set(name, new GraphQLUnionType({ name, types: () => [...types()] }));
  }

  inputObject(name: string, description: string | null, fields: () => GraphQLInputFieldConfigMap): void {
    this.#inputs.set(name, new GraphQLInputObjectType({ name, description, fields }));
  }

  enumeration(name: string, description: string | null, values: ReadonlyMap<string, string | null>): void {
    const configs = [...values].map(([value, text]) => [value, { description: text }]);
    this.#inputs.set(name, new GraphQLEnumType({ name, description, values: Object.fromEntries(configs) }));
  }

  output(name: string): GraphQLOutputType {
    return defined(this.#outputs.get(name), name);
  }

  objectNamed(name: string): GraphQLObjectType {
    const type = this.#outputs.get(name);
    return defined(type instanceof GraphQLObjectType ? type : undefined, name);
  }

  input(name: string): GraphQLInputType {
    return defined(this.#inputs.get(name), name);
  }
}

const defined = <A>(type: A | undefined, name: string): A => {
  if (type === undefined) throw new Error(`The schema has no type ${name}`);
  return type;
};
