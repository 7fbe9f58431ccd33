import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import { GraphQLInt, GraphQLNonNull, GraphQLObjectType, GraphQLString } from "graphql";
import { resetIndex } from "../../../../application/instance/resetIndex.ts";
import type { RootFields } from "../../schema/ApiSchema.ts";
import type { AdminContext } from "../AdminContext.ts";
import { asAdmin } from "../asAdmin.ts";

const outcome = new GraphQLObjectType<{ readonly records: number }>({
  name: "ResetOutcome",
  fields: { records: { type: new GraphQLNonNull(GraphQLInt), description: "The number of deleted records." } }
});

const Confirmed = Schema.Struct({ confirmation: Schema.String });

const reset = Effect.fnUntraced(function* (given: unknown, context: AdminContext) {
  const { confirmation } = yield* Effect.orDie(Schema.decodeUnknown(Confirmed)(given));
  return { records: yield* resetIndex(confirmation, context.admin?.did ?? null) };
});

/** The admin API field that resets the index. */
export const resetFields: Pick<Required<RootFields<AdminContext>>, "mutation"> = {
  mutation: {
    resetIndex: {
      type: new GraphQLNonNull(outcome),
      description:
        "Deletes all indexed records, but not the log, the clients, the Lexicons or the authorizations, and nothing at any PDS. The repositories of all users who ever signed in are then indexed again.",
      args: {
        confirmation: {
          type: new GraphQLNonNull(GraphQLString),
          description: "The host of the instance, as a confirmation."
        }
      },
      resolve: (_source, given, context) => asAdmin(context, () => reset(given, context))
    }
  }
};
