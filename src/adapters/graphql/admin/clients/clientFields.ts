import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Option from "effect/Option";
import * as Redacted from "effect/Redacted";
import * as Schema from "effect/Schema";
import { GraphQLBoolean, GraphQLInt, GraphQLList, GraphQLNonNull, GraphQLString } from "graphql";
import type { ClientManager } from "../../../../application/clients/registration/ClientManager.ts";
import { deleteClient } from "../../../../application/clients/registration/deleteClient.ts";
import { registerClient } from "../../../../application/clients/registration/registerClient.ts";
import { revokeOldSecret } from "../../../../application/clients/registration/revokeOldSecret.ts";
import { rotateClientSecret } from "../../../../application/clients/registration/rotateClientSecret.ts";
import { setClientLifetimes } from "../../../../application/clients/registration/setClientLifetimes.ts";
import { updateClient } from "../../../../application/clients/registration/updateClient.ts";
import { type ClientKey, readKeySet } from "../../../../domain/client/authentication/ClientKey.ts";
import { ClientType, TokenEndpointAuthMethod } from "../../../../domain/client/ClientEvent.ts";
import { ClientId } from "../../../../domain/client/ClientId.ts";
import { defaultClientScope, InvalidClient } from "../../../../domain/client/registration/ClientProposal.ts";
import { ClientNotFound } from "../../../../domain/client/registration/decideClient.ts";
import { maxOverlapHours } from "../../../../domain/client/registration/decideSecret.ts";
import { ClientRegistry } from "../../../../domain/client/registry/ClientRegistry.ts";
import type { RootFields } from "../../schema/ApiSchema.ts";
import { text } from "../../schema/scalars/requiredTypes.ts";
import type { AdminContext } from "../AdminContext.ts";
import { asAdmin } from "../asAdmin.ts";
import { administration, oauthAuthMethod, oauthClient, oauthClientType, shownClient } from "./clientTypes.ts";
import { selectClients } from "./selectClients.ts";

const uris = new GraphQLList(text);
const shown = new GraphQLNonNull(oauthClient);

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true, nullable: true });

const Proposal = Schema.Struct({
  clientName: Schema.String,
  clientType: ClientType,
  redirectUris: Schema.Array(Schema.String),
  scope: Schema.String,
  tokenEndpointAuthMethod: optional(TokenEndpointAuthMethod),
  jwks: optional(Schema.String),
  jwksUri: optional(Schema.String),
  mayAdminister: optional(Schema.Boolean)
});
const Change = Schema.Struct({
  clientId: Schema.String,
  clientName: optional(Schema.String),
  redirectUris: optional(Schema.Array(Schema.String)),
  scope: optional(Schema.String),
  mayAdminister: optional(Schema.Boolean)
});
const Lifetimes = Schema.Struct({
  clientId: Schema.String,
  accessTokenSeconds: optional(Schema.Int),
  refreshTokenSeconds: optional(Schema.Int),
  authorizationSeconds: optional(Schema.Int)
});
const Rotation = Schema.Struct({ clientId: Schema.String, overlapHours: optional(Schema.Int) });
const Named = Schema.Struct({ clientId: Schema.String });

/** graphql-js has validated the arguments, so a failure to decode them is a defect. */
const read = <A, I>(schema: Schema.Schema<A, I>, given: unknown) => Effect.orDie(Schema.decodeUnknown(schema)(given));

const clientIdOf = (text: string) =>
  Effect.mapError(Schema.decode(ClientId)(text), () => new ClientNotFound({ clientId: text }));

const show = Effect.fnUntraced(function* (clientId: string, clientSecret: Redacted.Redacted<string> | null) {
  const registry = yield* ClientRegistry;
  const found = yield* registry.get(clientId);
  if (Option.isNone(found)) return yield* new ClientNotFound({ clientId });
  const secret = clientSecret === null ? null : Redacted.value(clientSecret);
  return shownClient(found.value, yield* Clock.currentTimeMillis, secret);
});

const readJson = Schema.decodeEither(Schema.parseJson());

const readKeys = (jwks: string | undefined): Either.Either<ReadonlyArray<ClientKey> | null, InvalidClient> =>
  jwks === undefined
    ? Either.right(null)
    : Either.mapLeft(readJson(jwks), () => "must be JSON.").pipe(
        Either.flatMap(readKeySet),
        Either.mapLeft((message) => new InvalidClient({ faults: [{ field: "jwks", message }] }))
      );

const create = Effect.fnUntraced(function* (given: unknown, manager: ClientManager) {
  const { clientName: name, clientType: type, ...rest } = yield* read(Proposal, given);
  const { jwksUri = null, mayAdminister = false, redirectUris, scope, tokenEndpointAuthMethod = null } = rest;
  const jwks = yield* readKeys(rest.jwks);
  const proposal = { name, type, redirectUris, scope, tokenEndpointAuthMethod, jwks, jwksUri, mayAdminister };
  const { clientId, secret } = yield* registerClient(proposal, manager);
  return yield* show(clientId, secret);
});

const update = Effect.fnUntraced(function* (given: unknown, manager: ClientManager) {
  const { clientId: id, clientName, mayAdminister, redirectUris, scope } = yield* read(Change, given);
  const clientId = yield* clientIdOf(id);
  const change = {
    ...(clientName !== undefined && { name: clientName }),
    ...(redirectUris !== undefined && { redirectUris }),
    ...(scope !== undefined && { scope }),
    ...(mayAdminister !== undefined && { mayAdminister })
  };
  yield* updateClient(clientId, change, manager);
  return yield* show(clientId, null);
});

const setLifetimes = Effect.fnUntraced(function* (given: unknown, manager: ClientManager) {
  const { clientId: id, ...seconds } = yield* read(Lifetimes, given);
  const clientId = yield* clientIdOf(id);
  const { accessTokenSeconds = null, authorizationSeconds = null, refreshTokenSeconds = null } = seconds;
  const lifetimes = {
    accessToken: accessTokenSeconds,
    refreshToken: refreshTokenSeconds,
    authorization: authorizationSeconds
  };
  yield* setClientLifetimes(clientId, lifetimes, manager);
  return yield* show(clientId, null);
});

const rotate = Effect.fnUntraced(function* (given: unknown, manager: ClientManager) {
  const { clientId: id, overlapHours } = yield* read(Rotation, given);
  const clientId = yield* clientIdOf(id);
  const { secret } = yield* rotateClientSecret(clientId, manager, overlapHours ?? 0);
  return yield* show(clientId, secret);
});

const revoke = Effect.fnUntraced(function* (given: unknown, manager: ClientManager) {
  const clientId = yield* clientIdOf((yield* read(Named, given)).clientId);
  yield* revokeOldSecret(clientId, manager);
  return yield* show(clientId, null);
});

const remove = Effect.fnUntraced(function* (given: unknown, manager: ClientManager) {
  yield* deleteClient(yield* clientIdOf((yield* read(Named, given)).clientId), manager);
  return true;
});

const Listed = Schema.Struct({
  first: optional(Schema.Int),
  after: optional(Schema.String),
  search: optional(Schema.String)
});

const list = Effect.fnUntraced(function* (given: unknown) {
  const registry = yield* ClientRegistry;
  const found = selectClients(yield* registry.list, yield* read(Listed, given));
  const now = yield* Clock.currentTimeMillis;
  return found.map((client) => shownClient(client, now));
});

const one = Effect.fnUntraced(function* (given: unknown) {
  const registry = yield* ClientRegistry;
  const found = yield* registry.get((yield* read(Named, given)).clientId);
  const now = yield* Clock.currentTimeMillis;
  return Option.match(found, { onNone: () => null, onSome: (client) => shownClient(client, now) });
});

/** The admin API field for one client. */
export const clientField: Pick<Required<RootFields<AdminContext>>, "query"> = {
  query: {
    oauthClient: {
      type: oauthClient,
      description: "A registered OAuth client by its id, or null.",
      args: { clientId: { type: text } },
      resolve: (_source, given, context) => asAdmin(context, () => one(given))
    }
  }
};

/** The fields for registering OAuth clients, on the admin API and, for admins, on the public API. */
export const clientFields: Required<RootFields<AdminContext>> = {
  query: {
    oauthClients: {
      type: new GraphQLNonNull(new GraphQLList(shown)),
      description: "The registered OAuth clients, oldest first; all of them without `first`. For admins.",
      args: {
        first: { type: GraphQLInt },
        after: { type: GraphQLString, description: "The client id to start after." },
        search: { type: GraphQLString, description: "Part of the name, of the client id, or of a redirect URI." }
      },
      resolve: (_source, given, context) => asAdmin(context, () => list(given))
    }
  },
  mutation: {
    createOAuthClient: {
      type: shown,
      description:
        "Registers an OAuth client. For admins. The secret of a confidential client is only in this response.",
      args: {
        clientName: { type: text },
        clientType: { type: new GraphQLNonNull(oauthClientType), defaultValue: "public" },
        redirectUris: { type: new GraphQLNonNull(uris) },
        scope: { type: text, defaultValue: defaultClientScope },
        tokenEndpointAuthMethod: {
          type: oauthAuthMethod,
          description: "By default, none for public and client_secret_basic for confidential clients."
        },
        jwks: { type: GraphQLString, description: "The public keys of private_key_jwt, as a JWK set in JSON." },
        jwksUri: { type: GraphQLString, description: "Alternatively, the https URL where the client publishes them." },
        mayAdminister: { type: GraphQLBoolean, defaultValue: false, description: administration }
      },
      resolve: (_source, given, context) => asAdmin(context, (manager) => create(given, manager))
    },
    updateOAuthClient: {
      type: shown,
      description: "Changes an OAuth client. Omitted arguments leave their values unchanged. For admins.",
      args: {
        clientId: { type: text },
        clientName: { type: GraphQLString },
        redirectUris: { type: uris },
        scope: { type: GraphQLString },
        mayAdminister: { type: GraphQLBoolean, description: administration }
      },
      resolve: (_source, given, context) => asAdmin(context, (manager) => update(given, manager))
    },
    setOAuthClientLifetimes: {
      type: shown,
      description:
        "Sets the lifetimes of an OAuth client in seconds: 60 to 3600 for access tokens, at least 300 for unused refresh tokens and for the whole authorization. An omitted or null value resets to the default for all clients. For admins.",
      args: {
        clientId: { type: text },
        accessTokenSeconds: { type: GraphQLInt },
        refreshTokenSeconds: { type: GraphQLInt },
        authorizationSeconds: { type: GraphQLInt }
      },
      resolve: (_source, given, context) => asAdmin(context, (manager) => setLifetimes(given, manager))
    },
    rotateOAuthClientSecret: {
      type: shown,
      description:
        "Replaces the secret of a confidential client. The new secret is only in this response. Two secrets are accepted at most: one that an earlier rotation left valid ends. For admins.",
      args: {
        clientId: { type: text },
        overlapHours: {
          type: new GraphQLNonNull(GraphQLInt),
          defaultValue: 0,
          description: `How long the current secret stays valid beside the new one, in hours: 0 to ${maxOverlapHours}. By default, it ends immediately.`
        }
      },
      resolve: (_source, given, context) => asAdmin(context, (manager) => rotate(given, manager))
    },
    revokeOAuthClientOldSecret: {
      type: shown,
      description: "Ends the secret that a rotation left valid, before it expires. For admins.",
      args: { clientId: { type: text } },
      resolve: (_source, given, context) => asAdmin(context, (manager) => revoke(given, manager))
    },
    deleteOAuthClient: {
      type: new GraphQLNonNull(GraphQLBoolean),
      description: "Deletes an OAuth client permanently. For admins.",
      args: { clientId: { type: text } },
      resolve: (_source, given, context) => asAdmin(context, (manager) => remove(given, manager))
    }
  }
};
