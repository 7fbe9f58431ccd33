import * as Effect from "effect/Effect";
import type { Authorization } from "../../domain/authorization/Authorization.ts";
import { exchangeCode } from "../../domain/authorization/exchangeCode.ts";
import { InvalidGrant } from "../../domain/authorization/InvalidGrant.ts";
import { lifetimes, lifetimesOf } from "../../domain/authorization/lifetimes.ts";
import type { RegisteredClient } from "../../domain/client/Client.ts";
import { authorizations } from "../event/aggregates.ts";
import { decide } from "../event/decide.ts";
import { vaultRow } from "../session/vaultSecrets.ts";
import { aboutAuthorization } from "./aboutAuthorization.ts";
import { issueTokens } from "./issueTokens.ts";
import { endReply, type KeptReply, keepReply, keptReply } from "./keptReplies.ts";
import { type PresentedGrant, presentedGrant, provesItself } from "./presentedGrant.ts";
import { endsAuthorization, refuseGrant } from "./refuseGrant.ts";
import type { TokenReply } from "./TokenReply.ts";

interface Outcome {
  readonly answer: InvalidGrant | null;
  readonly ended: boolean;
  /** What is sent; null when nothing is. */
  readonly reply: TokenReply | null;
  readonly kept: KeptReply;
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
}

const replyOf = (code: string, hash: string, refreshHash: string): KeptReply => ({
  presented: code,
  row: vaultRow.codeReply(hash, refreshHash)
});

/** The reply of the exchange that made the authorization active, as long as its refresh token was not used. */
const earlierReply = Effect.fnUntraced(function* (state: Authorization, request: PresentedCode, grant: PresentedGrant) {
  if (state._tag !== "Active" || !provesItself(request.client, request.jkt)) return null;
  const kept = replyOf(request.code, grant.hash, state.tokens.current);
  const reply = yield* keptReply(kept, grant.now);
  return reply === null ? null : { kept, reply, exchangedAt: state.tokens.replacedAt };
});

/** Decides by the state of the authorization, and keeps the reply before that is written down. */
const redeem = Effect.fnUntraced(function* (state: Authorization, request: PresentedCode, grant: PresentedGrant) {
  const { client, clientKey = null, code, codeVerifier, jkt, redirectUri } = request;
  const { clientId } = client;
  const { authorizationId, drawn, hash: codeHash, now } = grant;
  const own = lifetimesOf(client.lifetimes ?? null);
  const presented = { clientId, codeHash, redirectUri, codeVerifier, jkt, clientKey, lifetimes: own };
  const earlier = yield* earlierReply(state, request, grant);
  const restricted = provesItself(client, jkt) ? {} : { allowedScope: client.scope };
  const command = { authorizationId, now, replyKept: earlier !== null, ...presented, ...restricted, ...drawn };
  const { events, outcome: answer } = exchangeCode(state, command);
  const kept = replyOf(code, codeHash, drawn.refreshHash);
  const none: Outcome = { answer: null, ended: endsAuthorization(events), reply: null, kept, exchangedAt: now };
  if (answer instanceof InvalidGrant) return { events, outcome: { ...none, answer } };
  if (answer._tag === "Repeated") return { events, outcome: { ...none, ...earlier } };
  if (state._tag !== "CodePending") return yield* new InvalidGrant({ reason: "unknown" });
  const { did } = state.granted;
  const reply = yield* issueTokens(drawn, { did, clientId, authorizationId, jkt, ...answer });
  yield* keepReply(kept, reply, now + lifetimes.code);
  const redeemed: Outcome = { ...none, reply };
  return { events, outcome: redeemed };
});

/**
 * Redeems a code for an authenticated client: the append of `CodeExchanged` is what makes it used (RFC 6749 section 4.1.3).
 * The reply is kept before that, sealed under the code, and repeated to the client that proves the same again: for 30
 * seconds after the exchange, or for 60 seconds when no process came to send it, since the database or the process went away.
 */
export const exchangeAuthorizationCode = Effect.fn("exchangeAuthorizationCode")(function* (request: PresentedCode) {
  const grant = yield* presentedGrant("code", request.code);
  const { authorizationId, now, stream } = grant;
  const { outcome } = yield* decide({
    aggregate: authorizations,
    stream,
    about: (state) => aboutAuthorization(state, authorizationId, request.client.clientId),
    decide: (state) => redeem(state, request, grant)
  });
  const { answer, ended, exchangedAt, kept, reply } = outcome;
  if (answer !== null) return yield* refuseGrant(authorizationId, { answer, ended });
  if (reply === null) return yield* new InvalidGrant({ reason: "already-used" });
  const repeatedUntil = exchangedAt + lifetimes.codeRepeat;
  if (now < repeatedUntil) yield* endReply(kept, reply, repeatedUntil);
  return reply;
});
