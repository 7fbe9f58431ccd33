import { type GraphQLFieldMap, GraphQLObjectType, type GraphQLObjectTypeConfig } from "graphql";

type Fields = GraphQLFieldMap<unknown, unknown>;

/** A type whose fields other types share, and the names of the fields that they list. */
export interface SharedFields {
  readonly type: GraphQLObjectType;
  readonly listed: ReadonlyArray<string>;
}

/**
 * Fields that a type has without listing them: they are the prototype of its field map. graphql-js looks
 * fields up by name to validate and execute, and enumerates own fields to print and describe a schema.
 */
export const findUnlisted = (fields: Fields, unlisted: Fields): void => {
  Object.setPrototypeOf(fields, unlisted);
};

/**
 * An object type that also has the fields of another type; its own take precedence. They are created once for all types that
 * share them, and each type lists some. With a hundred record types, listing all joins in each would dominate the schema.
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
