import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import { GraphQLList, GraphQLNonNull, GraphQLString } from "graphql";
import { readClientActivity, readClientSummaries } from "../../../../application/clients/readClientActivity.ts";
import { ClientRegistry } from "../../../../domain/client/registry/ClientRegistry.ts";
import type { RootFields } from "../../schema/ApiSchema.ts";
import type { AdminContext } from "../AdminContext.ts";
import { asAdmin } from "../asAdmin.ts";
import { clientActivity, clientSummary } from "./activityTypes.ts";

const Named = Schema.Struct({ clientId: Schema.String });

const summaries = Effect.gen(function* () {
  const registry = yield* ClientRegistry;
  return yield* readClientSummaries((yield* registry.list).map(({ clientId }) => clientId));
});

const activityOf = Effect.fnUntraced(function* (given: unknown) {
  const { clientId } = yield* Effect.orDie(Schema.decodeUnknown(Named)(given));
  const registry = yield* ClientRegistry;
  if (Option.isNone(yield* registry.get(clientId))) return null;
  const [summary] = yield* readClientSummaries([clientId]);
  return { ...summary, ...(yield* readClientActivity(clientId)) };
});

/** The admin API fields for how clients are used. */
export const activityFields: Pick<Required<RootFields<AdminContext>>, "query"> = {
  query: {
    oauthClientSummaries: {
      type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(clientSummary))),
      description: "How much each registered client is used, in the order of `oauthClients`.",
      resolve: (_source, _given, context) => asAdmin(context, () => summaries)
    },
    oauthClientActivity: {
      type: clientActivity,
      description: "How a registered client was used. Null if there is no such client.",
      args: { clientId: { type: new GraphQLNonNull(GraphQLString) } },
      resolve: (_source, given, context) => asAdmin(context, () => activityOf(given))
    }
  }
};
