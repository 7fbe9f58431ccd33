import * as Either from "effect/Either";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import { presentedSecret } from "../authentication/ClientSecret.ts";
import type { RegisteredClient } from "../Client.ts";
import { type InvalidClientMetadata, invalidMetadata, type MetadataFault, metadataFault } from "./ClientMetadata.ts";
import type { ClientProposal } from "./ClientProposal.ts";

const Sent = Schema.Record({ key: Schema.String, value: Schema.Unknown });

/** The members that only the server can set (RFC 7592 section 2.2). */
const serverMembers = [
  "registration_access_token",
  "registration_client_uri",
  "client_secret_expires_at",
  "client_id_issued_at"
];

const secretFaults = (client: RegisteredClient, given: unknown, now: number): ReadonlyArray<MetadataFault> => {
  if (given === undefined || given === null) return [];
  const matches = typeof given === "string" && presentedSecret(client, given, now) !== null;
  return matches ? [] : [metadataFault("client_secret", "must be the current secret, or left out.")];
};

/**
 * Checks that metadata can replace that of a client: the client is the same, and so is how it authenticates. `now` is in
 * Unix milliseconds.
 */
export const replacementFaults = (
  client: RegisteredClient,
  metadata: unknown,
  { tokenEndpointAuthMethod }: ClientProposal,
  now: number
): Either.Either<void, InvalidClientMetadata> => {
  const sent = Option.getOrElse(Schema.decodeUnknownOption(Sent)(metadata), (): typeof Sent.Type => ({}));
  const faults = [
    ...(sent.client_id === client.clientId ? [] : [metadataFault("client_id", "must be the id of this client.")]),
    ...serverMembers.filter((member) => member in sent).map((member) => metadataFault(member, "must be left out.")),
    ...secretFaults(client, sent.client_secret, now),
    ...(tokenEndpointAuthMethod === client.tokenEndpointAuthMethod
      ? []
      : [metadataFault("token_endpoint_auth_method", "cannot be changed: register another client instead.")])
  ];
  return Option.match(invalidMetadata(faults), { onNone: () => Either.void, onSome: Either.left });
};
