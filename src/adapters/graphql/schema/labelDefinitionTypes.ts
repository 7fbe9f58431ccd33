import { GraphQLEnumType, GraphQLNonNull, GraphQLObjectType } from "graphql";
import type { LabelPreference } from "../../../domain/label/effectiveVisibility.ts";
import type { LabelDefinition } from "../../../domain/label/LabelDefinition.ts";
import { text } from "./scalars/requiredTypes.ts";

/** `LabelSeverity`. */
export const labelSeverity = new GraphQLEnumType({
  name: "LabelSeverity",
  description: "How grave a label is.",
  values: {
    INFORM: { description: "Tells something about a record." },
    ALERT: { description: "Warns of a record." },
    TAKEDOWN: { description: "Hides a record, or all records of an account, from everybody but the author." }
  }
});

/** `LabelVisibility`. */
export const labelVisibility = new GraphQLEnumType({
  name: "LabelVisibility",
  description: "What an app does with records that have a label.",
  values: {
    IGNORE: { description: "Nothing." },
    SHOW: { description: "Shows the record and the label." },
    WARN: { description: "Shows the record after a warning." },
    HIDE: { description: "Does not show the record. `respectPreferences` leaves it out." }
  }
});

const definitionFields = {
  val: { type: text, description: "The label value, such as nudity." },
  description: { type: text },
  severity: { type: new GraphQLNonNull(labelSeverity) },
  defaultVisibility: {
    type: new GraphQLNonNull(labelVisibility),
    description: "The visibility for viewers who did not choose one."
  }
};

/** `LabelDefinition`. */
export const labelDefinition = new GraphQLObjectType<LabelDefinition>({
  name: "LabelDefinition",
  description: "What a label value means on this instance.",
  fields: definitionFields
});

/** `LabelPreference`. */
export const labelPreference = new GraphQLObjectType<LabelPreference>({
  name: "LabelPreference",
  description: "A label value, and what the viewer wants to see of records that have it.",
  fields: {
    ...definitionFields,
    visibility: { type: new GraphQLNonNull(labelVisibility), description: "What the viewer chose, or the default." }
  }
});
