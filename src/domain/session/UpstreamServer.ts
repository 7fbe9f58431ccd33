import * as Schema from "effect/Schema";

/** The metadata of the authorization server of a PDS that the service uses (RFC 8414, AT Protocol OAuth). */
export const UpstreamServer = Schema.Struct({
  issuer: Schema.String,
  authorizationEndpoint: Schema.String,
  pushedAuthorizationRequestEndpoint: Schema.String,
  tokenEndpoint: Schema.String,
  revocationEndpoint: Schema.NullOr(Schema.String)
});
export type UpstreamServer = typeof UpstreamServer.Type;
