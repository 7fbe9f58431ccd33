import * as Schema from "effect/Schema";

/** A client pushed a request for an authorization, which is good until then (RFC 9126). The `request_uri` is here by its SHA-256 only. */
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

/** A login that was begun with the pushed request came to a code: nothing can be begun with it any more. */
export class PushedRequestUsed extends Schema.TaggedClass<PushedRequestUsed>()("PushedRequestUsed.v1", {
  requestHash: Schema.String,
  authorizationId: Schema.String
}) {}

/** What happens to a pushed request. */
export const PushedRequestEvent = Schema.Union(RequestPushed, PushedRequestUsed);
export type PushedRequestEvent = typeof PushedRequestEvent.Type;
