import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import type { Authorization } from "../../domain/authorization/Authorization.ts";
import { type AccessTokenClaims, AccessTokens } from "../../domain/authorization/token/AccessTokens.ts";
import { sha256Base64Url } from "../../domain/crypto/sha256.ts";
import { Lookup } from "../../domain/event/Lookup.ts";
import { type StreamName, streamName } from "../../domain/event/StreamName.ts";
import { traced } from "../../domain/failure/traced.ts";
import { authorizations } from "../event/aggregates.ts";
import { loadAggregate } from "../event/loadAggregate.ts";

/** An authorization that can have tokens. */
type Granted = Extract<Authorization, { readonly _tag: "Active" }>;

/** A token of a client that is still valid by itself, and the current authorization from the log. */
export interface OwnToken {
  readonly authorizationId: string;
  readonly state: Granted;
  /** The claims of an access token; null for a refresh token. */
  readonly claims: AccessTokenClaims | null;
  readonly hash: string;
}

interface Found {
  readonly stream: StreamName;
  readonly claims: AccessTokenClaims | null;
}

const streamOf = Effect.fnUntraced(function* (token: string, hash: string) {
  const lookup = yield* Lookup;
  const refresh = yield* lookup.find("refresh-token", hash);
  if (Option.isSome(refresh)) return Option.some<Found>({ stream: refresh.value, claims: null });
  const tokens = yield* AccessTokens;
  const now = Math.floor((yield* Clock.currentTimeMillis) / 1000);
  const access = yield* Effect.option(tokens.verify(token, now));
  return Option.map(access, (claims): Found => ({ stream: streamName("authorization", claims.sid), claims }));
});

/**
 * Finds a token that a client presents as its own: an access token, or a refresh token of any generation. None for a
 * token that is unknown, belongs to another client, or whose authorization has ended, so that the cases cannot be told
 * apart.
 */
export const findOwnToken = traced("findOwnToken")(function* (clientId: string, token: string) {
  const hash = sha256Base64Url(token);
  const found = yield* streamOf(token, hash);
  if (Option.isNone(found)) return Option.none<OwnToken>();
  const { claims, stream } = found.value;
  const { state } = yield* loadAggregate(authorizations, stream);
  if (state._tag !== "Active" || state.request.clientId !== clientId) return Option.none<OwnToken>();
  const { authorizationId } = state.request;
  return Option.some<OwnToken>({ authorizationId, state, claims, hash });
});
