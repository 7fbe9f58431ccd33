import { type GraphQLFieldMap, GraphQLObjectType, type GraphQLObjectTypeConfig } from "graphql";

type Fields = GraphQLFieldMap<unknown, unknown>;

/** The type that other types share the fields of, and the names of those that they list. */
export interface SharedFields {
  readonly type: GraphQLObjectType;
  readonly listed: ReadonlyArray<string>;
}

/**
 * Fields that are found by name in a type without being listed: they are the prototype of its fields. graphql-js looks
 * fields up by name to validate and to execute, and enumerates own ones to print and to describe a schema.
 */
export const findUnlisted = (fields: Fields, unlisted: Fields): void => {
  Object.setPrototypeOf(fields, unlisted);
};

/**
 * An object type that has the fields of another one beside its own, which win. They are made once for all types that
 * share them, and each lists some: with a hundred record types, a list of all joins in each is most of a schema.
 */
export class SharingType extends GraphQLObjectType {
  readonly #shared: SharedFields;
  #fields: Fields | null = null;

  constructor(config: GraphQLObjectTypeConfig<unknown, unknown>, shared: SharedFields) {
    super(config);
    this.#shared = shared;
  }

  override getFields(): Fields {
    if (this.#fields !== null) return this.#fields;
    const { listed, type } = this.#shared;
    const own = super.getFields();
    const shared = type.getFields();
    const others = listed.flatMap((name) => {
      const field = shared[name];
      return field === undefined || Object.hasOwn(own, name) ? [] : [[name, field] as const];
    });
    this.#fields = { ...own, ...Object.fromEntries(others) };
    findUnlisted(this.#fields, shared);
    return this.#fields;
  }
}
