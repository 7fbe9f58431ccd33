import { formatScope, knownScope, scopeIntersection } from "../../scope/Scope.ts";
import type { Authorization } from "../Authorization.ts";
import { Authorization as States } from "../Authorization.ts";
import { AuthorizationEnded, type AuthorizationEvent, CodeExchanged, CodeRefused } from "../AuthorizationEvent.ts";
import { verifierMatches } from "../request/pkce.ts";
import { type GrantDecision, InvalidGrant } from "./InvalidGrant.ts";
import { codeAttempts, type GrantLifetimes, tokenExpiries } from "./lifetimes.ts";

/**
 * A code presented by an authenticated client. `redirectUri` is null when it was not sent; `now` is in Unix
 * milliseconds.
 */
export interface ExchangeCodeCommand {
  readonly authorizationId: string;
  readonly clientId: string;
  readonly codeHash: string;
  readonly redirectUri: string | null;
  readonly codeVerifier: string;
  readonly jkt: string | null;
  /** The thumbprint of the key that authenticated the client; null for every other method. */
  readonly clientKey: string | null;
  readonly refreshHash: string;
  readonly accessTokenId: string;
  /** The part of the granted scope that tokens may contain; all of it by default. */
  readonly allowedScope?: string;
  /** The current lifetimes of the client. */
  readonly lifetimes: GrantLifetimes;
  /** Whether the reply to the exchange is still cached, to be repeated to the same client. */
  readonly isReplyCached: boolean;
  readonly now: number;
}

/** The result for the client: new tokens, or the cached reply. `accessExpiresAt` is in Unix milliseconds. */
export type Exchanged =
  | { readonly _tag: "Exchanged"; readonly scope: string; readonly accessExpiresAt: number }
  | { readonly _tag: "Repeated" };

type Mismatch = CodeRefused["reason"];
type Redeemable = Extract<Authorization, { readonly _tag: "CodePending" | "Active" | "Ended" }>;

const mismatch = (request: Redeemable["request"], command: ExchangeCodeCommand): Mismatch | null => {
  if (command.clientId !== request.clientId) return "client-mismatch";
  if (command.redirectUri !== null && command.redirectUri !== request.redirectUri) return "redirect-uri-mismatch";
  if (!verifierMatches(request.codeChallenge, command.codeVerifier)) return "verifier-mismatch";
  if (request.dpopJkt !== null && command.jkt !== request.dpopJkt) return "key-mismatch";
  return null;
};

const common = (granted: string, allowed: string): string =>
  formatScope(scopeIntersection(knownScope(granted), knownScope(allowed)));

const refuse = (
  reason: InvalidGrant["reason"],
  events: ReadonlyArray<AuthorizationEvent> = []
): GrantDecision<AuthorizationEvent, Exchanged> => ({ events, outcome: new InvalidGrant({ reason }) });

const refuseAndCount = (command: ExchangeCodeCommand, reason: Mismatch): GrantDecision<AuthorizationEvent, Exchanged> =>
  refuse(reason, [new CodeRefused({ authorizationId: command.authorizationId, reason })]);

const replayed = (
  state: Extract<Authorization, { readonly _tag: "Active" }>,
  command: ExchangeCodeCommand
): GrantDecision<AuthorizationEvent, Exchanged> => {
  if (state.codeHash !== command.codeHash) return refuse("unknown");
  if (mismatch(state.request, command) !== null || state.jkt !== command.jkt) return refuse("already-used");
  if (command.isReplyCached && state.clientKey === command.clientKey)
    return { events: [], outcome: { _tag: "Repeated" } };
  return refuse("already-used", [
    new AuthorizationEnded({ authorizationId: command.authorizationId, reason: "code-replayed" })
  ]);
};

/**
 * Redeems a code once (RFC 6749 section 4.1.3, RFC 7636 section 4.6, RFC 9449 section 10). A second redemption that is
 * valid in every respect gets the same reply while the reply is cached; after that it revokes the tokens of the first
 * one (RFC 9700 section 4.5.3). An invalid one changes nothing, so that a thief with only the code cannot log the user
 * out.
 */
export const exchangeCode = (
  state: Authorization,
  command: ExchangeCodeCommand
): GrantDecision<AuthorizationEvent, Exchanged> => {
  if (States.$is("Active")(state)) return replayed(state, command);
  if (States.$is("Ended")(state)) return refuse("ended");
  if (!States.$is("CodePending")(state) || state.codeHash !== command.codeHash) return refuse("unknown");
  if (state.refusals >= codeAttempts) return refuse("too-many-attempts");
  const reason = mismatch(state.request, command);
  if (reason !== null) return refuseAndCount(command, reason);
  if (command.now >= state.expiresAt) return refuseAndCount(command, "expired");
  const { granted } = state;
  const scope = command.allowedScope === undefined ? granted.scope : common(granted.scope, command.allowedScope);
  const { accessExpiresAt, refreshExpiresAt } = tokenExpiries(
    state.request.requestedAt,
    command.now,
    command.lifetimes
  );
  return {
    events: [
      new CodeExchanged({
        authorizationId: command.authorizationId,
        codeHash: command.codeHash,
        refreshHash: command.refreshHash,
        accessTokenId: command.accessTokenId,
        scope,
        jkt: command.jkt,
        ...(command.clientKey !== null && { clientKey: command.clientKey }),
        exchangedAt: command.now,
        refreshExpiresAt
      })
    ],
    outcome: { _tag: "Exchanged", scope, accessExpiresAt }
  };
};
