import {
  GraphQLBoolean,
  GraphQLEnumType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLString
} from "graphql";
import type { RegisteredClient } from "../../../../domain/client/Client.ts";

/** The source of the fields of an OAuth client. The secret is available only once. */
interface ShownClient extends Omit<RegisteredClient, "secret"> {
  readonly clientSecret: string | null;
}

/** A client without the hash of its secret. */
export const shownClient = ({ secret: _, ...client }: RegisteredClient, clientSecret: string | null): ShownClient => ({
  ...client,
  clientSecret
});

const required = new GraphQLNonNull(GraphQLString);
const strings = new GraphQLNonNull(new GraphQLList(required));

export const oauthClientType = new GraphQLEnumType({
  name: "OAuthClientType",
  description: "Where a client runs.",
  values: {
    PUBLIC: { value: "public", description: "In a browser or on a phone: no secret, tokens bound to a key by DPoP." },
    CONFIDENTIAL: { value: "confidential", description: "On a server, with a secret or a key." }
  }
});

export const oauthAuthMethod = new GraphQLEnumType({
  name: "OAuthTokenEndpointAuthMethod",
  description: "How a client authenticates at /oauth/token, by the names of RFC 7591.",
  values: { none: {}, client_secret_basic: {}, client_secret_post: {}, private_key_jwt: {} }
});

/** The description of the flag `mayAdminister`. */
export const administration =
  "Whether access tokens of the client administer, for accounts of ADMIN_DIDS. False by default; never true for a client that registered itself.";

const defaultLifetimes = "Null for what holds for all clients.";

const oauthClientOrigin = new GraphQLEnumType({
  name: "OAuthClientOrigin",
  description: "Who registered a client. Users must confirm a client that registered itself.",
  values: {
    ADMIN: { value: "admin", description: "An admin, in the settings or by GraphQL." },
    OPERATOR: { value: "operator", description: "The operator, on the command line." },
    ITSELF: { value: "dynamic", description: "The client itself (RFC 7591)." }
  }
});

export const oauthClient = new GraphQLObjectType<ShownClient>({
  name: "OAuthClient",
  description: "An app that users can sign in to through this service.",
  fields: {
    clientId: { type: required },
    clientName: { type: required, resolve: (client) => client.name },
    clientType: { type: new GraphQLNonNull(oauthClientType), resolve: (client) => client.type },
    redirectUris: { type: strings, description: "The redirect URIs to which users may be sent back." },
    scope: { type: required },
    tokenEndpointAuthMethod: { type: new GraphQLNonNull(oauthAuthMethod) },
    jwksUri: { type: GraphQLString, description: "Where the client publishes its keys, or null." },
    clientOrigin: {
      type: new GraphQLNonNull(oauthClientOrigin),
      description: "Who registered it.",
      resolve: (client) => client.origin
    },
    mayAdminister: { type: new GraphQLNonNull(GraphQLBoolean), description: administration },
    accessTokenSeconds: {
      type: GraphQLInt,
      description: defaultLifetimes,
      resolve: ({ lifetimes }) => lifetimes?.accessToken
    },
    refreshTokenSeconds: {
      type: GraphQLInt,
      description: defaultLifetimes,
      resolve: ({ lifetimes }) => lifetimes?.refreshToken
    },
    authorizationSeconds: {
      type: GraphQLInt,
      description: defaultLifetimes,
      resolve: ({ lifetimes }) => lifetimes?.authorization
    },
    clientSecret: {
      type: GraphQLString,
      description: "Only in the response that created or rotated it. It cannot be read again."
    }
  }
});
