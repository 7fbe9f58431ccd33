import { GraphQLBoolean, GraphQLNonNull, GraphQLString } from "graphql";
import { holdsSelfLabels } from "../../../../domain/label/selfLabels.ts";
import type { Property as LexiconProperty } from "../../../../domain/lexicon/model/Collection.ts";
import type { LabelMember } from "../../../../domain/record/query/RecordQuery.ts";
import { dateTimeScalar } from "../scalars/dateTimeScalar.ts";
import { text } from "../scalars/requiredTypes.ts";
import type { OutputField, TypeRegistry } from "../TypeRegistry.ts";

type Property = Extract<LabelMember, { readonly _tag: "LabelProperty" }>["property"];

/** The name of the field with the labels of a record. */
export const labelsName = "labels";

/** The labels of the author are among those in `labels`, which a property of that name would hide. */
export const withoutLabels = (properties: ReadonlyArray<LexiconProperty>): ReadonlyArray<LexiconProperty> =>
  properties.filter(({ name, type }) => name !== labelsName || !holdsSelfLabels(type));

const member = (name: Property, type: OutputField["type"], description: string): OutputField => ({
  name,
  type,
  description,
  outputKind: { _tag: "LabelKind", property: name }
});

/** Defines `Label`, an active label of a record or an account (`com.atproto.label.defs#label`). */
export const defineLabel = (types: TypeRegistry): void => {
  types.object("Label", "What a source says of a record or an account.", () => [
    member("id", text, "Identifies the label by its source, subject and value."),
    member("src", text, "The DID of who made the label: this instance, a labeler, or the author of the record."),
    member("uri", text, "The AT URI of the record, or the DID of its author, that the label is about."),
    member("cid", GraphQLString, "The version of the record that the source saw."),
    member("val", text, "The label value, such as `nudity`."),
    member("neg", GraphQLBoolean, "Always false: a negated label does not appear."),
    member("cts", new GraphQLNonNull(dateTimeScalar), "When it was made."),
    member("exp", dateTimeScalar, "When it ends; null if it does not.")
  ]);
};
