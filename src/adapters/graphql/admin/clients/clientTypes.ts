import * as Effect from "effect/Effect";
import {
  GraphQLBoolean,
  GraphQLEnumType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLString
} from "graphql";
import type { GrantLifetimes } from "../../../../domain/authorization/token/lifetimes.ts";
import { acceptedOldSecret } from "../../../../domain/client/authentication/ClientSecret.ts";
import { effectiveLifetimes } from "../../../../domain/client/authentication/PublicBearer.ts";
import type { RegisteredClient } from "../../../../domain/client/Client.ts";
import { SecretUses } from "../../../../domain/client/use/SecretUses.ts";
import { isoTime } from "../../../../domain/time/isoTime.ts";
import { dateTimeScalar } from "../../schema/scalars/dateTimeScalar.ts";
import { text } from "../../schema/scalars/requiredTypes.ts";
import type { AdminContext } from "../AdminContext.ts";
import { asAdmin } from "../asAdmin.ts";

/** A client secret as it is shown; the hash is not. Times are in Unix milliseconds; null where they are unknown. */
interface ShownSecret {
  readonly hash: string;
  readonly createdAt: number | null;
  /** Null for the newest secret, which does not expire. */
  readonly validUntil: number | null;
}

/** The source of the fields of an OAuth client. The secret is available only once. */
interface ShownClient extends Omit<RegisteredClient, "secret" | "oldSecret" | "secretCreatedAt"> {
  readonly clientSecret: string | null;
  readonly secrets: ReadonlyArray<ShownSecret>;
  readonly effective: GrantLifetimes;
}

const shownSecrets = (client: RegisteredClient, now: number): ReadonlyArray<ShownSecret> => {
  const old = acceptedOldSecret(client, now);
  return [
    ...(client.secret === null
      ? []
      : [{ hash: client.secret.hash, createdAt: client.secretCreatedAt ?? null, validUntil: null }]),
    ...(old === null ? [] : [{ hash: old.hash, createdAt: old.createdAt, validUntil: old.validUntil }])
  ];
};

/** A client without the hashes of its secrets. `now` is in Unix milliseconds. */
export const shownClient = (client: RegisteredClient, now: number, clientSecret: string | null = null): ShownClient => {
  const { secret: _current, oldSecret: _old, secretCreatedAt: _createdAt, ...rest } = client;
  return { ...rest, clientSecret, secrets: shownSecrets(client, now), effective: effectiveLifetimes(client) };
};

const strings = new GraphQLNonNull(new GraphQLList(text));

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

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

const whole = new GraphQLNonNull(GraphQLInt);

const clientLifetimes = new GraphQLObjectType<GrantLifetimes>({
  name: "OAuthClientLifetimes",
  description:
    "How long tokens and authorizations of a client are valid, in seconds: what was set for it, or the default.",
  fields: {
    accessTokenSeconds: { type: whole, resolve: ({ accessToken }) => seconds(accessToken) },
    refreshTokenSeconds: {
      type: whole,
      description: "Restarts with every refresh.",
      resolve: ({ refreshToken }) => seconds(refreshToken)
    },
    authorizationSeconds: {
      type: whole,
      description: "Counts from the login, regardless of refreshes.",
      resolve: ({ authorization }) => seconds(authorization)
    }
  }
});

const instant = (milliseconds: number | null): string | null => (milliseconds === null ? null : isoTime(milliseconds));

/** A secret with its last use, in Unix milliseconds; null if it was not used. */
interface UsedSecret extends ShownSecret {
  readonly lastUsedAt: number | null;
}

const withLastUses = Effect.fnUntraced(function* ({ clientId, secrets }: ShownClient) {
  if (secrets.length === 0) return [];
  const lastUses = yield* (yield* SecretUses).lastUses(clientId);
  return secrets.map((secret): UsedSecret => ({ ...secret, lastUsedAt: lastUses.get(secret.hash) ?? null }));
});

const oauthClientSecret = new GraphQLObjectType<UsedSecret>({
  name: "OAuthClientSecret",
  description: "A secret that a confidential client can authenticate with. The secret itself cannot be read.",
  fields: {
    createdAt: {
      type: dateTimeScalar,
      description: "Null if it was created before this was recorded.",
      resolve: ({ createdAt }) => instant(createdAt)
    },
    validUntil: {
      type: dateTimeScalar,
      description: "When it expires, for the old secret after a rotation. Null for the newest one, which does not.",
      resolve: ({ validUntil }) => instant(validUntil)
    },
    lastUsedAt: {
      type: dateTimeScalar,
      description: "When the client last authenticated with it. Null if it did not.",
      resolve: ({ lastUsedAt }) => instant(lastUsedAt)
    }
  }
});

export const oauthClient = new GraphQLObjectType<ShownClient, AdminContext>({
  name: "OAuthClient",
  description: "An app that users can sign in to through this service.",
  fields: {
    clientId: { type: text },
    clientName: { type: text, resolve: (client) => client.name },
    clientType: { type: new GraphQLNonNull(oauthClientType), resolve: (client) => client.type },
    redirectUris: { type: strings, description: "The redirect URIs to which users may be sent back." },
    scope: { type: text },
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
    effectiveLifetimes: {
      type: new GraphQLNonNull(clientLifetimes),
      resolve: (client) => client.effective
    },
    secrets: {
      type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(oauthClientSecret))),
      description: "The secrets that are accepted, newest first: two while one is rotated, none for clients without.",
      resolve: (client, _arguments, context) => asAdmin(context, () => withLastUses(client))
    },
    clientSecret: {
      type: GraphQLString,
      description: "Only in the response that created or rotated it. It cannot be read again."
    }
  }
});
