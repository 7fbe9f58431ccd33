import * as Effect from "effect/Effect";
import type { Authorization } from "../../domain/authorization/Authorization.ts";
import { InvalidGrant } from "../../domain/authorization/token/InvalidGrant.ts";
import { lifetimes, lifetimesOf } from "../../domain/authorization/token/lifetimes.ts";
import { refreshTokens } from "../../domain/authorization/token/refreshTokens.ts";
import type { RegisteredClient } from "../../domain/client/Client.ts";
import type { InvalidDpopProof } from "../../domain/dpop/DpopProof.ts";
import { traced } from "../../domain/failure/traced.ts";
import { InvalidScope } from "../../domain/scope/Scope.ts";
import { authorizations } from "../event/aggregates.ts";
import { consumeUses } from "../event/commitUnit.ts";
import { decide } from "../event/decide.ts";
import type { PendingUse } from "../event/PendingUse.ts";
import { vaultRow } from "../vault/vaultSecrets.ts";
import { authorizationEventMetadata } from "./authorizationEventMetadata.ts";
import { issueTokens } from "./issueTokens.ts";
import { isBoundOrConfidential, type PresentedGrant, presentedGrant } from "./presentedGrant.ts";
import { endsAuthorization, refuseGrant } from "./refuseGrant.ts";
import { type CachedReply, cachedReply, findCachedReply } from "./replayCache.ts";
import type { TokenReply } from "./TokenReply.ts";

interface Outcome {
  readonly answer: ReturnType<typeof refreshTokens>["outcome"];
  readonly reply: TokenReply | null;
  readonly ended: boolean;
  /** The hash of the refresh token that is valid afterwards, if there is one. */
  readonly current: string;
}

/** By hashes: the refresh token that was presented, and the one that replaced it. */
interface Rotation {
  readonly hash: string;
  readonly refreshHash: string;
}

/** Returns where the reply to a rotation is cached. The row names both hashes, so that it belongs to one rotation. */
const replyOf = (presented: string, { hash, refreshHash }: Rotation): CachedReply => ({
  presented,
  row: vaultRow.refreshReply(hash, refreshHash)
});

const replayCached = Effect.fnUntraced(function* (cached: CachedReply, now: number) {
  const reply = yield* findCachedReply(cached, now);
  return reply ?? (yield* new InvalidGrant({ reason: "expired" }));
});

interface PresentedRefreshToken {
  readonly client: RegisteredClient;
  readonly refreshToken: string;
  readonly jkt: string | null;
  readonly clientKey?: string | null;
  readonly scope: string | null;
  readonly uses?: ReadonlyArray<PendingUse<InvalidDpopProof>>;
}

/** Decides by the state of the authorization. The reply is cached with the events. */
const rotate = Effect.fnUntraced(function* (
  state: Authorization,
  request: PresentedRefreshToken,
  grant: PresentedGrant
) {
  const { client, clientKey = null, jkt, scope, refreshToken: presented } = request;
  const { clientId } = client;
  const { authorizationId, generated, hash: presentedHash, now } = grant;
  const command = {
    authorizationId,
    clientId,
    presentedHash,
    jkt,
    clientKey,
    isBoundOrConfidential: isBoundOrConfidential(client, jkt),
    scope,
    registeredScope: client.scope,
    lifetimes: lifetimesOf(client.lifetimes ?? null),
    now,
    ...generated
  };
  const { events, outcome: answer } = refreshTokens(state, command);
  const current = state._tag === "Active" ? state.tokens.current : "";
  const none: Outcome = { answer, reply: null, ended: endsAuthorization(events), current };
  if (answer._tag !== "Rotated" || state._tag !== "Active") return { events, outcome: none };
  const { did } = state.granted;
  const reply = yield* issueTokens(generated, { did, clientId, authorizationId, jkt, ...answer });
  const cached = replyOf(presented, { hash: presentedHash, refreshHash: generated.refreshHash });
  const outcome: Outcome = { ...none, reply };
  return { events, outcome, secrets: [yield* cachedReply(cached, reply, now + lifetimes.refreshRepeat)] };
});

/**
 * Rotates a refresh token for an authenticated client. A reply that was lost in transit is repeated for 30 seconds; it
 * is sealed under the presented token (RFC 6749 section 6, RFC 9700 section 4.14).
 */
export const refreshAccessToken = traced("refreshAccessToken")(function* (request: PresentedRefreshToken) {
  const { uses = [] } = request;
  const grant = yield* Effect.tapError(presentedGrant("refresh-token", request.refreshToken), () => consumeUses(uses));
  const { authorizationId, hash, now, stream } = grant;
  const { outcome } = yield* decide({
    aggregate: authorizations,
    stream,
    metadata: (state) => authorizationEventMetadata(state, authorizationId, request.client.clientId),
    decide: (state) => rotate(state, request, grant),
    uses
  });
  const { answer, current, ended, reply } = outcome;
  if (answer instanceof InvalidGrant) return yield* refuseGrant(authorizationId, { answer, ended });
  if (answer instanceof InvalidScope) return yield* answer;
  return reply ?? (yield* replayCached(replyOf(request.refreshToken, { hash, refreshHash: current }), now));
});
