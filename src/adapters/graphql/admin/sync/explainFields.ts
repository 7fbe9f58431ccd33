import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import { GraphQLNonNull, GraphQLObjectType, GraphQLString } from "graphql";
import { explainRecord } from "../../../../application/sync/explain/explainRecord.ts";
import {
  type ExplanationText,
  explanationCodes,
  explanationText
} from "../../../../application/sync/explain/explanationText.ts";
import { readRecordUri } from "../../../../application/sync/explain/readRecordUri.ts";
import type { RootFields } from "../../schema/ApiSchema.ts";
import { text } from "../../schema/scalars/requiredTypes.ts";
import type { AdminContext } from "../AdminContext.ts";
import { asAdmin } from "../asAdmin.ts";

interface ShownExplanation extends ExplanationText {
  readonly uri: string;
}

const explanation = new GraphQLObjectType<ShownExplanation>({
  name: "RecordExplanation",
  description: "Where a record is, or why it is not in the index.",
  fields: {
    uri: { type: text, description: "The AT URI, with the DID of the account." },
    reason: {
      type: text,
      description: `One of ${explanationCodes.join(", ")}.`,
      resolve: ({ code }) => code
    },
    message: { type: text, description: "The reason as a sentence.", resolve: ({ sentence }) => sentence },
    remedy: { type: GraphQLString, description: "What to do; null if there is nothing to do." }
  }
});

const Given = Schema.Struct({ uri: Schema.String });

const explain = Effect.fnUntraced(function* (given: unknown) {
  // graphql-js has validated the arguments.
  const { uri: typed } = yield* Effect.orDie(Schema.decodeUnknown(Given)(given));
  const uri = yield* readRecordUri(typed);
  return { uri, ...explanationText(yield* explainRecord(uri)) } satisfies ShownExplanation;
});

/** The admin API field that explains why a record is missing. */
export const explainFields: RootFields<AdminContext> = {
  query: {
    explainRecord: {
      type: new GraphQLNonNull(explanation),
      description:
        "Why a record is missing. A record that has never arrived is read from the PDS of its account, verified, and indexed if it belongs here. For admins.",
      args: {
        uri: { type: text, description: "The AT URI of the record, with a DID or a handle." }
      },
      resolve: (_source, given, context) => asAdmin(context, () => explain(given))
    }
  }
};
