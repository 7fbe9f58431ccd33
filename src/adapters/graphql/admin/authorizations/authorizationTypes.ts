import { GraphQLEnumType, GraphQLNonNull, GraphQLObjectType, GraphQLString } from "graphql";
import type { GrantedAuthorizationView } from "../../../../application/authorizations/listGrantedAuthorizations.ts";
import { dateTimeScalar } from "../../schema/scalars/dateTimeScalar.ts";
import { connectionOf } from "../page/connection.ts";

const text = new GraphQLNonNull(GraphQLString);
const time = new GraphQLNonNull(dateTimeScalar);
const iso = (milliseconds: number): string => new Date(milliseconds).toISOString();

export const authorizationState = new GraphQLEnumType({
  name: "AuthorizationState",
  values: {
    ACTIVE: { value: "active", description: "It goes on, and its tokens can be used." },
    ENDED: { value: "ended", description: "It was ended, or not used in its time." }
  }
});

const authorization = new GraphQLObjectType<GrantedAuthorizationView>({
  name: "Authorization",
  description: "A sign-in of a person to an app.",
  fields: {
    authorizationId: { type: text },
    did: { type: text },
    handle: { type: GraphQLString, description: "Null where it is not known." },
    clientId: { type: text },
    clientName: { type: GraphQLString, description: "Null for an app that is not registered here, or not any more." },
    scope: { type: text, description: "What the app may do." },
    grantedAt: { type: time, resolve: ({ grantedAt }) => iso(grantedAt) },
    lastUsedAt: { type: time, description: "When tokens were last given out.", resolve: ({ usedAt }) => iso(usedAt) },
    expiresAt: {
      type: time,
      description: "When it ends unless it is used again.",
      resolve: ({ expiresAt }) => iso(expiresAt)
    },
    endedAt: { type: dateTimeScalar, resolve: ({ end }) => (end === null ? null : iso(end.at)) },
    endReason: { type: GraphQLString, description: "Why, in machine words.", resolve: ({ end }) => end?.reason },
    endMessage: { type: GraphQLString, description: "Why, in a sentence.", resolve: ({ end }) => end?.message }
  }
});

export const authorizationConnection = connectionOf(authorization);
