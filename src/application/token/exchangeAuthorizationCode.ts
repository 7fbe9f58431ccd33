import * as Effect from "effect/Effect";
import type { Authorization } from "../../domain/authorization/Authorization.ts";
import { exchangeCode } from "../../domain/authorization/token/exchangeCode.ts";
import { InvalidGrant } from "../../domain/authorization/token/InvalidGrant.ts";
import { lifetimes, lifetimesOf } from "../../domain/authorization/token/lifetimes.ts";
import type { RegisteredClient } from "../../domain/client/Client.ts";
import type { InvalidDpopProof } from "../../domain/dpop/DpopProof.ts";
import { traced } from "../../domain/failure/traced.ts";
import { authorizations } from "../event/aggregates.ts";
import { consumeUses } from "../event/commitUnit.ts";
import { decide } from "../event/decide.ts";
import type { PendingUse } from "../event/PendingUse.ts";
import { vaultRow } from "../vault/vaultSecrets.ts";
import { authorizationEventMetadata } from "./authorizationEventMetadata.ts";
import { issueTokens } from "./issueTokens.ts";
import { isBoundOrConfidential, type PresentedGrant, presentedGrant } from "./presentedGrant.ts";
import { endsAuthorization, refuseGrant } from "./refuseGrant.ts";
import { type CachedReply, cachedReply, findCachedReply, shortenCachedReply } from "./replayCache.ts";
import type { TokenReply } from "./TokenReply.ts";

interface Outcome {
  readonly answer: InvalidGrant | null;
  readonly ended: boolean;
  /** The reply to send; null when there is none. */
  readonly reply: TokenReply | null;
  readonly cached: CachedReply;
  /** When the code was exchanged, in Unix milliseconds. */
  readonly exchangedAt: number;
}

interface PresentedCode {
  readonly client: RegisteredClient;
  readonly code: string;
  readonly redirectUri: string | null;
  readonly codeVerifier: string;
  readonly jkt: string | null;
  readonly clientKey?: string | null;
  readonly uses?: ReadonlyArray<PendingUse<InvalidDpopProof>>;
}

const replyOf = (code: string, hash: string, refreshHash: string): CachedReply => ({
  presented: code,
  row: vaultRow.codeReply(hash, refreshHash)
});

/** Returns the reply of the exchange that activated the authorization, as long as its refresh token was not used. */
const earlierReply = Effect.fnUntraced(function* (state: Authorization, request: PresentedCode, grant: PresentedGrant) {
  if (state._tag !== "Active" || !isBoundOrConfidential(request.client, request.jkt)) return null;
  const cached = replyOf(request.code, grant.hash, state.tokens.current);
  const reply = yield* findCachedReply(cached, grant.now);
  return reply === null ? null : { cached, reply, exchangedAt: state.tokens.replacedAt };
});

/** Decides by the state of the authorization. The reply is cached with the events. */
const redeemCode = Effect.fnUntraced(function* (state: Authorization, request: PresentedCode, grant: PresentedGrant) {
  const { client, clientKey = null, code, codeVerifier, jkt, redirectUri } = request;
  const { clientId } = client;
  const { authorizationId, generated, hash: codeHash, now } = grant;
  const own = lifetimesOf(client.lifetimes ?? null);
  const presented = { clientId, codeHash, redirectUri, codeVerifier, jkt, clientKey, lifetimes: own };
  const earlier = yield* earlierReply(state, request, grant);
  const restricted = isBoundOrConfidential(client, jkt) ? {} : { allowedScope: client.scope };
  const command = { authorizationId, now, isReplyCached: earlier !== null, ...presented, ...restricted, ...generated };
  const { events, outcome: answer } = exchangeCode(state, command);
  const cached = replyOf(code, codeHash, generated.refreshHash);
  const none: Outcome = { answer: null, ended: endsAuthorization(events), reply: null, cached, exchangedAt: now };
  if (answer instanceof InvalidGrant) return { events, outcome: { ...none, answer } };
  if (answer._tag === "Repeated") return { events, outcome: { ...none, ...earlier } };
  if (state._tag !== "CodePending") return yield* new InvalidGrant({ reason: "unknown" });
  const { did } = state.granted;
  const reply = yield* issueTokens(generated, { did, clientId, authorizationId, jkt, ...answer });
  const redeemed: Outcome = { ...none, reply };
  return { events, outcome: redeemed, secrets: [yield* cachedReply(cached, reply, now + lifetimes.code)] };
});

/**
 * Redeems a code for an authenticated client; appending `CodeExchanged` is what makes it used (RFC 6749 section 4.1.3).
 * The reply is cached with it, sealed under the code, and repeated to the client that presents the same credentials
 * again: for 30 seconds after the exchange, or for 60 seconds when the database or the process was lost before the
 * reply was sent.
 */
export const exchangeAuthorizationCode = traced("exchangeAuthorizationCode")(function* (request: PresentedCode) {
  const { uses = [] } = request;
  const grant = yield* Effect.tapError(presentedGrant("code", request.code), () => consumeUses(uses));
  const { authorizationId, now, stream } = grant;
  const { outcome } = yield* decide({
    aggregate: authorizations,
    stream,
    metadata: (state) => authorizationEventMetadata(state, authorizationId, request.client.clientId),
    decide: (state) => redeemCode(state, request, grant),
    uses
  });
  const { answer, ended, exchangedAt, cached, reply } = outcome;
  if (answer !== null) return yield* refuseGrant(authorizationId, { answer, ended });
  if (reply === null) return yield* new InvalidGrant({ reason: "already-used" });
  const repeatedUntil = exchangedAt + lifetimes.codeRepeat;
  if (now < repeatedUntil) yield* shortenCachedReply(cached, reply, repeatedUntil);
  return reply;
});
