import { GraphQLBoolean, GraphQLNonNull, GraphQLString } from "graphql";
import { dateTimeScalar } from "../scalars/dateTimeScalar.ts";
import type { OutputField, TypeRegistry } from "../TypeRegistry.ts";

const required = new GraphQLNonNull(GraphQLString);

const member = (name: string, type: OutputField["type"], description: string): OutputField => ({
  name,
  type,
  description,
  outputKind: { _tag: "PlainKind" }
});

/** Defines `Label`, a label on a record or an account (AT Protocol, Label). */
export const defineLabel = (types: TypeRegistry): void => {
  types.object("Label", "What a labeler says of a record or an account.", () => [
    member("src", required, "The DID of who made the label."),
    member("uri", required, "What the label is about."),
    member("cid", GraphQLString, "The version it is about."),
    member("val", required, "The label itself."),
    member("neg", GraphQLBoolean, "True where it takes an earlier label back."),
    member("cts", new GraphQLNonNull(dateTimeScalar), "When it was made."),
    member("exp", dateTimeScalar, "When it ends.")
  ]);
};
