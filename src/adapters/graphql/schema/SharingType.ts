import { type GraphQLFieldMap, GraphQLObjectType, type GraphQLObjectTypeConfig } from "graphql";

type Fields = GraphQLFieldMap<unknown, unknown>;

/**
 * An object type that has the fields of another one beside its own, which win. They are made once for all that share
 * them: with a hundred record types, the arguments of their joins are most of a schema.
 */
export class SharingType extends GraphQLObjectType {
  readonly #shared: GraphQLObjectType;
  #fields: Fields | null = null;

  constructor(config: GraphQLObjectTypeConfig<unknown, unknown>, shared: GraphQLObjectType) {
    super(config);
    this.#shared = shared;
  }

  override getFields(): Fields {
    if (this.#fields !== null) return this.#fields;
    const own = super.getFields();
    const others = Object.entries(this.#shared.getFields()).filter(([name]) => !Object.hasOwn(own, name));
    this.#fields = { ...own, ...Object.fromEntries(others) };
    return this.#fields;
  }
}
