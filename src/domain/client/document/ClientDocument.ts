import * as Either from "effect/Either";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import { sha256Base64Url } from "../../crypto/sha256.ts";
import { strictJson } from "../../json/strictJson.ts";
import type { RegisteredClient } from "../Client.ts";
import {
  type ClientMetadata,
  InvalidClientMetadata,
  invalidMetadata,
  type MetadataFault,
  metadataFault,
  readClientMetadata
} from "../registration/ClientMetadata.ts";
import type { ClientProposal } from "../registration/ClientProposal.ts";

/** The largest metadata document, in bytes (draft-ietf-oauth-client-id-metadata-document section 6.6). */
export const documentLimit = 5120;

const Document = strictJson(Schema.Record({ key: Schema.String, value: Schema.Unknown }));

const terms = { authMethod: "none", authMethods: ["none", "private_key_jwt"] } as const;

/** A secret in a public document cannot authenticate a client. */
const secretMembers = ["client_secret", "client_secret_expires_at", "registration_access_token"];

const ownFaults = (url: string, metadata: ClientMetadata): ReadonlyArray<MetadataFault> => [
  ...(metadata.client_id === url ? [] : [metadataFault("client_id", `must be ${url}, character by character.`)]),
  ...secretMembers
    .filter((member) => member in metadata)
    .map((member) => metadataFault(member, "must not be published.")),
  ...(metadata.dpop_bound_access_tokens === false
    ? [metadataFault("dpop_bound_access_tokens", "must be true: the tokens of such a client are bound by DPoP.")]
    : [])
];

const isWeb = (uri: string): boolean => /^https?:/.test(uri);

/** A private-use scheme must be the client's own domain name in reverse. */
const redirectFaults = (url: string, metadata: ClientMetadata, uris: ReadonlyArray<string>) => {
  const scheme = new URL(url).hostname.split(".").reverse().join(".");
  const declaredWeb = metadata.application_type === "web";
  return uris.flatMap((uri): ReadonlyArray<MetadataFault> => {
    if (declaredWeb && !uri.startsWith("https:")) {
      return [metadataFault("redirect_uris", `must use https for application_type web; "${uri}" does not.`)];
    }
    return isWeb(uri) || uri.startsWith(`${scheme}:/`)
      ? []
      : [metadataFault("redirect_uris", `must use https or the scheme ${scheme}; "${uri}" does not.`)];
  });
};

const readProposal = (url: string, metadata: ClientMetadata): Either.Either<ClientProposal, InvalidClientMetadata> => {
  const read = readClientMetadata(metadata, terms);
  const faults = [
    ...ownFaults(url, metadata),
    ...Either.match(read, {
      onLeft: (invalid) => invalid.faults,
      onRight: ({ redirectUris }) => redirectFaults(url, metadata, redirectUris)
    })
  ];
  return Option.match(invalidMetadata(faults), { onNone: () => read, onSome: Either.left });
};

const unregistered = { secret: null, registrationTokenHash: null, registeredAt: null, mayAdminister: false } as const;

function* steps(url: string, text: string) {
  const metadata = yield* Either.mapLeft(
    Schema.decodeEither(Document)(text),
    () => new InvalidClientMetadata({ faults: [metadataFault("the document", "must be a JSON object.")] })
  );
  const proposal = yield* readProposal(url, metadata);
  return {
    ...unregistered,
    clientId: url,
    name: typeof metadata.client_name === "string" ? proposal.name.trim() : new URL(url).host,
    type: proposal.type,
    tokenEndpointAuthMethod: proposal.tokenEndpointAuthMethod ?? "none",
    redirectUris: proposal.redirectUris,
    scope: proposal.scope,
    origin: "metadata-document",
    grantTypes: proposal.grantTypes ?? ["authorization_code"],
    jwks: proposal.jwks ?? null,
    jwksUri: proposal.jwksUri ?? null,
    dpopBoundAccessTokens: true,
    requirePushedAuthorizationRequests: true,
    documentDigest: sha256Base64Url(text)
  } satisfies RegisteredClient;
}

/**
 * Returns the client that a metadata document describes. The document must name its own URL and hold no secret; the
 * client must use pushed requests and DPoP (draft-ietf-oauth-client-id-metadata-document section 4, AT Protocol OAuth
 * "Clients").
 */
export const readClientDocument = (url: string, text: string): Either.Either<RegisteredClient, InvalidClientMetadata> =>
  Either.gen(() => steps(url, text));

/** Returns the client that a loopback id describes: an app on the developer's own machine. */
export const loopbackClient = (
  clientId: string,
  { redirectUris, scope }: { readonly redirectUris: ReadonlyArray<string>; readonly scope: string }
): Either.Either<RegisteredClient, InvalidClientMetadata> =>
  Either.map(
    readClientMetadata({ client_name: "An app in development", redirect_uris: redirectUris, scope }, terms),
    ({ name, scope: registered }): RegisteredClient => ({
      ...unregistered,
      clientId,
      name,
      type: "public",
      tokenEndpointAuthMethod: "none",
      redirectUris,
      scope: registered,
      origin: "loopback",
      grantTypes: ["authorization_code", "refresh_token"],
      jwks: null,
      jwksUri: null,
      dpopBoundAccessTokens: true,
      requirePushedAuthorizationRequests: false,
      documentDigest: null
    })
  );
