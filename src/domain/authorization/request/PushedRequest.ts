import * as Data from "effect/Data";
import * as Either from "effect/Either";
import * as Schema from "effect/Schema";
import type { PushedRequestEvent, RequestPushed } from "./PushedRequestEvent.ts";

/** The state of a pushed request, as recorded in the log. */
export type PushedRequest = Data.TaggedEnum<{
  Unknown: {};
  Pushed: { readonly pushed: RequestPushed };
  Used: { readonly pushed: RequestPushed };
}>;
export const PushedRequest = Data.taggedEnum<PushedRequest>();

export const initialPushedRequest: PushedRequest = PushedRequest.Unknown();

/** Returns the state of a pushed request after an event. An event that does not apply to the state changes nothing. */
export const evolvePushedRequest = (state: PushedRequest, event: PushedRequestEvent): PushedRequest => {
  switch (event._tag) {
    case "RequestPushed.v1":
      return state._tag === "Unknown" ? PushedRequest.Pushed({ pushed: event }) : state;
    case "PushedRequestUsed.v1":
      return state._tag === "Pushed" ? PushedRequest.Used({ pushed: state.pushed }) : state;
  }
};

/** The encrypted part of a pushed request, which contains free text of the app. */
export const PushedSecrets = Schema.parseJson(
  Schema.Struct({ state: Schema.NullOr(Schema.String), loginHint: Schema.NullOr(Schema.String) })
);

/** The stream version of a pushed request that has not been used. A use is decided at this version. */
export const unusedVersion = 1;

const prefix = "urn:ietf:params:oauth:request_uri:";

/** Returns the `request_uri` for a random text (RFC 9126 section 2.2). */
export const requestUri = (random: string): string => `${prefix}${random}`;

/** Whether a `request_uri` can belong to a pushed request, and is not the URL of a request object (RFC 9101). */
export const isPushedUri = (uri: string): boolean => uri.startsWith(prefix);

/** A `request_uri` is unusable. There is no redirect URI to send the browser to (RFC 9126 section 4). */
export class PushedRequestRefused extends Schema.TaggedError<PushedRequestRefused>()("PushedRequestRefused", {
  reason: Schema.Literal("unknown", "expired", "used")
}) {}

/** Checks that a pushed request can be used by the client that pushed it. `now` is in Unix milliseconds. */
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
