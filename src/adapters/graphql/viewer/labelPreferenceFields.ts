import { GraphQLList, GraphQLNonNull, GraphQLString } from "graphql";
import { listLabelPreferences, setLabelPreference } from "../../../application/labels/labelPreferences.ts";
import type { LabelVisibility } from "../../../domain/label/LabelDefinition.ts";
import { LabelRefused } from "../../../domain/label/LabelRefused.ts";
import type { AdminContext } from "../admin/AdminContext.ts";
import type { RootFields } from "../schema/ApiSchema.ts";
import { labelPreference, labelVisibility } from "../schema/labelDefinitionTypes.ts";
import { asViewer, databaseUnreachable, fieldError } from "./asViewer.ts";

const shown = new GraphQLNonNull(labelPreference);

const refusal = (failure: { readonly _tag: string }) =>
  failure instanceof LabelRefused ? fieldError(failure.message, "BAD_USER_INPUT") : databaseUnreachable;

interface Chosen {
  readonly val: string;
  readonly visibility: LabelVisibility;
}

/** The fields with which a user chooses how labeled records are shown. */
export const labelPreferenceFields: Required<RootFields<AdminContext>> = {
  query: {
    viewerLabelPreferences: {
      type: new GraphQLNonNull(new GraphQLList(shown)),
      description:
        "The label values that are defined here, except system labels, with what the viewer wants to see of records that have them.",
      resolve: (_source, _given, context) => asViewer(context, refusal, ({ did }) => listLabelPreferences(did))
    }
  },
  mutation: {
    setLabelPreference: {
      type: shown,
      description: "Sets what the viewer wants to see of records with a label.",
      args: {
        val: { type: new GraphQLNonNull(GraphQLString), description: "The label value, such as nudity." },
        visibility: { type: new GraphQLNonNull(labelVisibility) }
      },
      resolve: (_source, { val, visibility }: Chosen, context) =>
        asViewer(context, refusal, ({ did }) => setLabelPreference(did, val, visibility))
    }
  }
};
