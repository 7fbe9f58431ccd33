import { GraphQLEnumType, GraphQLObjectType, GraphQLString } from "graphql";
import type { GrantedAuthorizationView } from "../../../../application/authorizations/listGrantedAuthorizations.ts";
import { isoTime } from "../../../../domain/time/isoTime.ts";
import { dateTimeScalar } from "../../schema/scalars/dateTimeScalar.ts";
import { text, time } from "../../schema/scalars/requiredTypes.ts";
import { connectionOf } from "../page/connection.ts";

export const authorizationState = new GraphQLEnumType({
  name: "AuthorizationState",
  values: {
    ACTIVE: { value: "active", description: "It is active, and its tokens can be used." },
    ENDED: { value: "ended", description: "It was ended, or expired unused." }
  }
});

const authorization = new GraphQLObjectType<GrantedAuthorizationView>({
  name: "Authorization",
  description: "An authorization of an app by a user.",
  fields: {
    authorizationId: { type: text },
    did: { type: text },
    handle: { type: GraphQLString, description: "Null if it is unknown." },
    clientId: { type: text },
    clientName: {
      type: GraphQLString,
      description: "Null for an app that is not registered, or no longer registered."
    },
    scope: { type: text, description: "What the app may do." },
    grantedAt: { type: time, resolve: ({ grantedAt }) => isoTime(grantedAt) },
    lastUsedAt: { type: time, description: "When tokens were last issued.", resolve: ({ usedAt }) => isoTime(usedAt) },
    expiresAt: {
      type: time,
      description: "When it ends unless it is used again.",
      resolve: ({ expiresAt }) => isoTime(expiresAt)
    },
    endedAt: { type: dateTimeScalar, resolve: ({ end }) => (end === null ? null : isoTime(end.at)) },
    endReason: { type: GraphQLString, description: "Why, as a code.", resolve: ({ end }) => end?.reason },
    endMessage: { type: GraphQLString, description: "Why, as a sentence.", resolve: ({ end }) => end?.message }
  }
});

export const authorizationConnection = connectionOf(authorization);
