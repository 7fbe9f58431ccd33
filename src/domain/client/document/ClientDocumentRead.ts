import * as Schema from "effect/Schema";
import { ClientKey } from "../authentication/ClientKey.ts";
import { GrantType, TokenEndpointAuthMethod } from "../ClientEvent.ts";

/**
 * A metadata document was used for an authorization for the first time. It records what its digest stands for in the
 * authorizations that name it.
 */
export class ClientDocumentRead extends Schema.TaggedClass<ClientDocumentRead>()("ClientDocumentRead.v1", {
  /** The URL of the document. */
  clientId: Schema.String,
  /** The SHA-256 of the document as it was served. */
  digest: Schema.String,
  name: Schema.String,
  redirectUris: Schema.Array(Schema.String),
  scope: Schema.String,
  tokenEndpointAuthMethod: TokenEndpointAuthMethod,
  grantTypes: Schema.Array(GrantType),
  jwks: Schema.NullOr(Schema.Array(ClientKey)),
  jwksUri: Schema.NullOr(Schema.String)
}) {}

/** The digest of the document that was recorded last for a URL, or null. */
export interface ClientDocument {
  readonly digest: string | null;
}

export const initialClientDocument: ClientDocument = { digest: null };

/** Returns the state of the document of a URL after an event. */
export const evolveClientDocument = (_state: ClientDocument, { digest }: ClientDocumentRead): ClientDocument => ({
  digest
});
