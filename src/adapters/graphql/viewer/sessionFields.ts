import * as Effect from "effect/Effect";
import { GraphQLBoolean, GraphQLError, GraphQLList, GraphQLNonNull, GraphQLObjectType, GraphQLString } from "graphql";
import { endOwnAuthorization } from "../../../application/authorize/endOwnAuthorization.ts";
import { type ListedAuthorization, listAuthorizations } from "../../../application/authorize/listAuthorizations.ts";
import type { Viewer } from "../../../application/token/Viewer.ts";
import type { AdminContext, AdminServices } from "../admin/AdminContext.ts";
import { authenticationRequired } from "../execute/ApiError.ts";
import type { RootFields } from "../schema/ApiSchema.ts";
import { dateTimeScalar } from "../schema/dateTimeScalar.ts";

const text = new GraphQLNonNull(GraphQLString);
const time = new GraphQLNonNull(dateTimeScalar);

const session = new GraphQLObjectType({
  name: "OAuthSession",
  description: "A sign-in of the person through this app that is still going on, such as one device.",
  fields: {
    id: { type: text },
    clientId: { type: text },
    clientName: { type: GraphQLString },
    scope: { type: text },
    createdAt: { type: time },
    lastUsedAt: { type: time, description: "When tokens were last given out." },
    expiresAt: { type: time, description: "When it ends unless it is used again." },
    isCurrent: { type: new GraphQLNonNull(GraphQLBoolean), description: "Whether this request is made with it." }
  }
});

const iso = (milliseconds: number): string => new Date(milliseconds).toISOString();

const shown = (viewer: Viewer) => (found: ListedAuthorization) => ({
  id: found.authorizationId,
  clientId: found.clientId,
  clientName: found.clientName,
  scope: found.scope,
  createdAt: iso(found.grantedAt),
  lastUsedAt: iso(found.usedAt),
  expiresAt: iso(found.expiresAt),
  isCurrent: found.authorizationId === viewer.authorizationId
});

const error = (message: string, code: string) => new GraphQLError(message, { extensions: { code } });

const refusal = (failure: { readonly _tag: string }): GraphQLError =>
  failure._tag === "AuthorizationNotFound"
    ? error("No session of this app that is going on has this id.", "NOT_FOUND")
    : error("The service cannot reach its database right now; try again in a moment.", "UNAVAILABLE");

/** An app is told of the sessions that it has itself, and not of the other apps that a person uses. */
const asViewer = <A>(
  { run, viewer }: AdminContext,
  use: (viewer: Viewer) => Effect.Effect<A, { readonly _tag: string }, AdminServices>
): Promise<A> =>
  viewer === null
    ? Promise.reject(error(authenticationRequired.message, authenticationRequired.extensions.code))
    : run(Effect.mapError(use(viewer), refusal));

/** The fields by which a person sees and ends sign-ins through the app that asks. */
export const sessionFields: Required<RootFields<AdminContext>> = {
  query: {
    oauthSessions: {
      type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(session))),
      description: "The sign-ins of the person through this app that are still going on, the last used first.",
      resolve: (_source, _arguments, context) =>
        asViewer(context, (viewer) =>
          Effect.map(listAuthorizations(viewer.did, viewer.clientId), (found) => found.map(shown(viewer)))
        )
    }
  },
  mutation: {
    endOAuthSession: {
      type: new GraphQLNonNull(GraphQLBoolean),
      description: "Ends a sign-in of the person through this app: its tokens, and its session at the PDS.",
      args: { id: { type: text } },
      resolve: (_source, { id }: { readonly id: string }, context) =>
        asViewer(context, ({ clientId, did }) =>
          Effect.as(endOwnAuthorization({ did, clientId, authorizationId: id }), true)
        )
    }
  }
};
