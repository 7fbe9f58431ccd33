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
import { claimReply, type KeptReply, keepReply, keptReply } from "./keptReplies.ts";
import { type PresentedGrant, presentedGrant } from "./presentedGrant.ts";
import { endsAuthorization, refuseGrant } from "./refuseGrant.ts";
import type { TokenReply } from "./TokenReply.ts";

interface Outcome {
  readonly answer: InvalidGrant | null;
  readonly ended: boolean;
  /** What is to be sent, by whoever claims it; null when nothing is. */
  readonly reply: TokenReply | null;
  readonly kept: KeptReply;
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

/** Decides by the state of the authorization, and keeps the reply before that is written down. */
const redeem = Effect.fnUntraced(function* (state: Authorization, request: PresentedCode, grant: PresentedGrant) {
  const { client, clientKey = null, code, codeVerifier, jkt, redirectUri } = request;
  const { clientId } = client;
  const { authorizationId, drawn, hash: codeHash, now } = grant;
  const own = lifetimesOf(client.lifetimes ?? null);
  const presented = { clientId, codeHash, redirectUri, codeVerifier, jkt, clientKey, lifetimes: own };
  const { events, outcome: answer } = exchangeCode(state, { authorizationId, now, ...presented, ...drawn });
  const ended = endsAuthorization(events);
  if (answer instanceof InvalidGrant) {
    const kept = replyOf(code, codeHash, state._tag === "Active" ? state.tokens.current : "");
    const reply = ended ? yield* keptReply(kept, now) : null;
    const refused: Outcome = { answer, ended, reply: null, kept };
    const unsent: Outcome = { answer: null, ended: false, reply, kept };
    return reply === null ? { events, outcome: refused } : { events: [], outcome: unsent };
  }
  if (state._tag !== "CodePending") return yield* new InvalidGrant({ reason: "unknown" });
  const kept = replyOf(code, codeHash, drawn.refreshHash);
  const { did } = state.granted;
  const reply = yield* issueTokens(drawn, { did, clientId, authorizationId, jkt, ...answer });
  yield* keepReply(kept, reply, now + lifetimes.code);
  const redeemed: Outcome = { answer: null, ended, reply, kept };
  return { events, outcome: redeemed };
});

/**
 * Redeems a code for an authenticated client: the append of `CodeExchanged` is what makes it used (RFC 6749 section 4.1.3).
 * The reply is kept, sealed under the code, before that, and taken away when it is sent. As long as it lies there, nobody
 * had it, since the database or the process went away in between: then the client's next attempt gets it, and is no replay.
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
  const { answer, ended, kept, reply } = outcome;
  if (answer !== null) return yield* refuseGrant(authorizationId, { answer, ended });
  const isOurs = yield* claimReply(kept, now);
  return reply !== null && isOurs ? reply : yield* new InvalidGrant({ reason: "already-used" });
});
