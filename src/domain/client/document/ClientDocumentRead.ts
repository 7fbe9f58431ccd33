import * as Schema from "effect/Schema";
import { ClientKey } from "../authentication/ClientKey.ts";
import { GrantType, TokenEndpointAuthMethod } from "../ClientEvent.ts";

/**
 * A metadata document, as an authorization was begun by it for the first time: what its digest stands for in the
 * authorizations that name it.
 */
export class ClientDocumentRead extends Schema.TaggedClass<ClientDocumentRead>()("ClientDocumentRead.v1", {
  /** The address of the document. */
  clientId: Schema.String,
  /** SHA-256 of the document as it was served. */
  digest: Schema.String,
  name: Schema.String,
  redirectUris: Schema.Array(Schema.String),
  scope: Schema.String,
  tokenEndpointAuthMethod: TokenEndpointAuthMethod,
  grantTypes: Schema.Array(GrantType),
  jwks: Schema.NullOr(Schema.Array(ClientKey)),
  jwksUri: Schema.NullOr(Schema.String)
}) {}

/** The document of one address that was recorded last, by its digest. */
export interface ClientDocument {
  readonly digest: string | null;
}

export const initialClientDocument: ClientDocument = { digest: null };

/** What is recorded of an address after an event. */
export const evolveClientDocument = (_state: ClientDocument, { digest }: ClientDocumentRead): ClientDocument => ({
  digest
});
