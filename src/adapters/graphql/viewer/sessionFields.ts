import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import {
  GraphQLBoolean,
  type GraphQLError,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLString
} from "graphql";
import { endOwnAuthorization } from "../../../application/authorizations/endOwnAuthorization.ts";
import {
  type ListedAuthorization,
  listAuthorizations
} from "../../../application/authorizations/listAuthorizations.ts";
import type { Viewer } from "../../../application/token/Viewer.ts";
import { endSentence } from "../../../domain/authorization/end/EndReason.ts";
import { StreamContended } from "../../../domain/event/StreamContended.ts";
import { isoTime } from "../../../domain/time/isoTime.ts";
import type { AdminContext } from "../admin/AdminContext.ts";
import type { RootFields } from "../schema/ApiSchema.ts";
import { dateTimeScalar } from "../schema/scalars/dateTimeScalar.ts";
import { text, time } from "../schema/scalars/requiredTypes.ts";
import { asViewer, databaseUnreachable, fieldError } from "./asViewer.ts";

const session = new GraphQLObjectType({
  name: "OAuthSession",
  description: "A session of the user in this app, such as one device.",
  fields: {
    id: { type: text },
    clientId: { type: text },
    clientName: { type: GraphQLString },
    scope: { type: text },
    createdAt: { type: time },
    lastUsedAt: { type: time, description: "When tokens were last issued." },
    expiresAt: { type: time, description: "When it ends unless it is used again." },
    endedAt: { type: dateTimeScalar, description: "Null while it is active." },
    endReason: { type: GraphQLString, description: "Why it ended, as a code." },
    endMessage: { type: GraphQLString, description: "Why it ended, as a sentence for the user." },
    isCurrent: { type: new GraphQLNonNull(GraphQLBoolean), description: "Whether this request uses it." }
  }
});

/** How long an ended authorization is listed, in milliseconds: 30 days. */
const shownAfterEnd = 30 * 86_400_000;

const shown = (viewer: Viewer) => (found: ListedAuthorization) => ({
  id: found.authorizationId,
  clientId: found.clientId,
  clientName: found.clientName,
  scope: found.scope,
  createdAt: isoTime(found.grantedAt),
  lastUsedAt: isoTime(found.usedAt),
  expiresAt: isoTime(found.expiresAt),
  endedAt: found.end === null ? null : isoTime(found.end.at),
  endReason: found.end === null ? null : found.end.reason,
  endMessage: found.end === null ? null : endSentence[found.end.reason],
  isCurrent: found.authorizationId === viewer.authorizationId
});

const refusal = (failure: { readonly _tag: string }): GraphQLError => {
  if (failure._tag === "AuthorizationNotFound")
    return fieldError("No session of this app that is going on has this id.", "NOT_FOUND");
  return failure instanceof StreamContended ? fieldError(failure.message, "UNAVAILABLE") : databaseUnreachable;
};

/** An app sees only its own sessions, not the other apps of a user. */
const list = Effect.fnUntraced(function* (viewer: Viewer, includeEnded: boolean) {
  const endedSince = includeEnded ? (yield* Clock.currentTimeMillis) - shownAfterEnd : null;
  const found = yield* listAuthorizations(viewer.did, { clientId: viewer.clientId, endedSince });
  return found.map(shown(viewer));
});

/** The fields with which a user lists and ends sessions of the calling app. */
export const sessionFields: Required<RootFields<AdminContext>> = {
  query: {
    oauthSessions: {
      type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(session))),
      description:
        "The active sessions of the user in this app, last used first; on request also those that ended in the last 30 days.",
      args: { includeEnded: { type: new GraphQLNonNull(GraphQLBoolean), defaultValue: false } },
      resolve: (_source, { includeEnded }: { readonly includeEnded: boolean }, context) =>
        asViewer(context, refusal, (viewer) => list(viewer, includeEnded))
    }
  },
  mutation: {
    endOAuthSession: {
      type: new GraphQLNonNull(GraphQLBoolean),
      description: "Ends a session of the user in this app: its tokens, and its session at the PDS.",
      args: { id: { type: text } },
      resolve: (_source, { id }: { readonly id: string }, context) =>
        asViewer(context, refusal, ({ clientId, did }) =>
          Effect.as(endOwnAuthorization({ did, clientId, authorizationId: id }), true)
        )
    }
  }
};
