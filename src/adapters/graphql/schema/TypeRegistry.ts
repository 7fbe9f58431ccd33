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

/** A field of an output type, with what it stands for. */
export interface OutputField {
  readonly name: string;
  readonly description?: string | null;
  readonly type: GraphQLOutputType;
  readonly args?: GraphQLFieldConfigArgumentMap;
  readonly outputKind: OutputKind;
}

/** What the fields of each output type stand for, by type name and field name; those that types share by the shared one. */
export type OutputKinds = ReadonlyMap<string, ReadonlyMap<string, OutputKind>>;

/**
 * The types of one schema by name. A type is defined once; its fields are made when the schema is, so that they may
 * name types that are defined later.
 */
export class TypeRegistry {
  readonly #outputs = new Map<string, GraphQLObjectType | GraphQLUnionType>();
  readonly #inputs = new Map<string, GraphQLInputObjectType | GraphQLEnumType>();
  readonly #outputKinds = new Map<string, ReadonlyMap<string, OutputKind>>();

  /** Filled when the schema is made. */
  get outputKinds(): OutputKinds {
    return this.#outputKinds;
  }

  /** Where two fields share a name, the first one stays. */
  object(name: string, description: string | null, fields: () => ReadonlyArray<OutputField>): GraphQLObjectType {
    const type = new GraphQLObjectType({ name, description, fields: () => this.#distinct(name, fields()) });
    this.#outputs.set(name, type);
    return type;
  }

  /** An object type that has the fields of another one too, and lists some of them behind its own. */
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
