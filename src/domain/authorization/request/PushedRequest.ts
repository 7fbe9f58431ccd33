import * as Data from "effect/Data";
import * as Either from "effect/Either";
import * as Schema from "effect/Schema";
import type { PushedRequestEvent, RequestPushed } from "./PushedRequestEvent.ts";

/** A pushed request: what the log says of it. */
export type PushedRequest = Data.TaggedEnum<{
  Unknown: {};
  Pushed: { readonly pushed: RequestPushed };
  Used: { readonly pushed: RequestPushed };
}>;
export const PushedRequest = Data.taggedEnum<PushedRequest>();

export const initialPushedRequest: PushedRequest = PushedRequest.Unknown();

/** What a pushed request is after an event. Total: an event that does not fit its state changes nothing. */
export const evolvePushedRequest = (state: PushedRequest, event: PushedRequestEvent): PushedRequest => {
  switch (event._tag) {
    case "RequestPushed.v1":
      return state._tag === "Unknown" ? PushedRequest.Pushed({ pushed: event }) : state;
    case "PushedRequestUsed.v1":
      return state._tag === "Pushed" ? PushedRequest.Used({ pushed: state.pushed }) : state;
  }
};

/** What the vault holds of a pushed request, sealed: what the app may have written anything into. */
export const PushedSecrets = Schema.parseJson(
  Schema.Struct({ state: Schema.NullOr(Schema.String), loginHint: Schema.NullOr(Schema.String) })
);

/** The version of a stream whose request was pushed, and not used yet: what a use is decided on. */
export const unusedVersion = 1;

const prefix = "urn:ietf:params:oauth:request_uri:";

/** The `request_uri` of random text (RFC 9126 section 2.2). */
export const requestUri = (random: string): string => `${prefix}${random}`;

/** Whether a `request_uri` can be of a pushed request, and not the address of a request object (RFC 9101). */
export const isPushedUri = (uri: string): boolean => uri.startsWith(prefix);

/** A `request_uri` that nothing is begun with; there is nowhere to send the browser to (RFC 9126 section 4). */
export class PushedRequestRefused extends Schema.TaggedError<PushedRequestRefused>()("PushedRequestRefused", {
  reason: Schema.Literal("unknown", "expired", "used")
}) {}

/** Takes up a pushed request; it belongs to the client that pushed it. `now` in Unix milliseconds. */
export const consumePushedRequest = (
  state: PushedRequest,
  clientId: string,
  now: number
): Either.Either<RequestPushed, PushedRequestRefused> => {
  const refuse = (reason: PushedRequestRefused["reason"]) => Either.left(new PushedRequestRefused({ reason }));
  if (state._tag === "Unknown" || state.pushed.clientId !== clientId) return refuse("unknown");
  if (state._tag === "Used") return refuse("used");
  return now < state.pushed.expiresAt ? Either.right(state.pushed) : refuse("expired");
};
