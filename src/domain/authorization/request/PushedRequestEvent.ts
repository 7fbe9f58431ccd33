import * as Schema from "effect/Schema";

/**
 * A client pushed an authorization request, valid until `expiresAt` (RFC 9126). Only the SHA-256 of the `request_uri`
 * is recorded.
 */
export class RequestPushed extends Schema.TaggedClass<RequestPushed>()("RequestPushed.v1", {
  requestHash: Schema.String,
  clientId: Schema.String,
  redirectUri: Schema.String,
  scope: Schema.String,
  codeChallenge: Schema.String,
  dpopJkt: Schema.NullOr(Schema.String),
  pushedAt: Schema.Int,
  expiresAt: Schema.Int
}) {}

/** A login with the pushed request resulted in a code. The request can no longer be used. */
export class PushedRequestUsed extends Schema.TaggedClass<PushedRequestUsed>()("PushedRequestUsed.v1", {
  requestHash: Schema.String,
  authorizationId: Schema.String
}) {}

/** The events of a pushed request. */
export const PushedRequestEvent = Schema.Union(RequestPushed, PushedRequestUsed);
export type PushedRequestEvent = typeof PushedRequestEvent.Type;
