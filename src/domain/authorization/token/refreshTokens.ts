import * as Either from "effect/Either";
import {
  formatScope,
  type InvalidScope,
  knownScope,
  parseScope,
  requireAtproto,
  scopeIntersection,
  scopeWithin,
  withoutIgnoredValues
} from "../../scope/Scope.ts";
import type { Authorization } from "../Authorization.ts";
import { AuthorizationEnded, type AuthorizationEvent, TokensRefreshed } from "../AuthorizationEvent.ts";
import { type GrantDecision, InvalidGrant } from "./InvalidGrant.ts";
import { type GrantLifetimes, lifetimes, tokenExpiries } from "./lifetimes.ts";

/**
 * A refresh token presented by an authenticated client. `scope` is null when it was not sent; `now` is in Unix
 * milliseconds.
 */
export interface RefreshTokensCommand {
  readonly authorizationId: string;
  readonly clientId: string;
  readonly presentedHash: string;
  readonly jkt: string | null;
  /** The thumbprint of the key that authenticated the client; null for every other method. */
  readonly clientKey: string | null;
  /**
   * Whether the client proves possession of a key or secret, which distinguishes it from an eavesdropper; true by
   * default.
   */
  readonly isBoundOrConfidential?: boolean;
  readonly scope: string | null;
  /** The scope that the client is registered for now. A token never contains more. */
  readonly registeredScope: string;
  readonly refreshHash: string;
  readonly accessTokenId: string;
  /** The current lifetimes of the client. */
  readonly lifetimes: GrantLifetimes;
  readonly now: number;
}

/** The result for the client: new tokens, or the cached reply that it apparently did not receive. */
type Refreshed =
  | { readonly _tag: "Rotated"; readonly scope: string; readonly accessExpiresAt: number }
  | { readonly _tag: "Repeated" };

type Decision = GrantDecision<AuthorizationEvent, Refreshed | InvalidScope>;
type Active = Extract<Authorization, { readonly _tag: "Active" }>;

const refuse = (reason: InvalidGrant["reason"], events: ReadonlyArray<AuthorizationEvent> = []): Decision => ({
  events,
  outcome: new InvalidGrant({ reason })
});

function* narrowingSteps(granted: string, { registeredScope, scope }: RefreshTokensCommand) {
  const allowed = yield* requireAtproto(scopeIntersection(yield* parseScope(granted), knownScope(registeredScope)));
  return formatScope(
    scope === null ? allowed : yield* scopeWithin(yield* parseScope(withoutIgnoredValues(scope)), allowed)
  );
}

const narrowed = (granted: string, command: RefreshTokensCommand): Either.Either<string, InvalidScope> =>
  Either.gen(() => narrowingSteps(granted, command));

/** A replaced token is only useful for repeating a lost reply. Any other use indicates theft. */
const reused = (state: Active, command: RefreshTokensCommand): Decision => {
  const fresh = command.now - state.tokens.replacedAt <= lifetimes.refreshRepeat;
  const justReplaced = command.presentedHash === state.tokens.replaced;
  const sameHolder =
    command.clientId === state.request.clientId && command.jkt === state.jkt && command.clientKey === state.clientKey;
  return justReplaced && fresh && sameHolder && command.isBoundOrConfidential !== false
    ? { events: [], outcome: { _tag: "Repeated" } }
    : refuse("reused", [
        new AuthorizationEnded({ authorizationId: command.authorizationId, reason: "refresh-token-reused" })
      ]);
};

/**
 * Rotates a refresh token (RFC 6749 section 6, RFC 9700 section 4.14, RFC 9449 section 5). For a short time the token
 * that was just replaced gets the same reply, for the same client and key, if it proves either. Any other use of an old
 * token ends the authorization, because one of its two holders must be a thief.
 */
export const refreshTokens = (state: Authorization, command: RefreshTokensCommand): Decision => {
  if (state._tag === "Ended") return refuse("ended");
  if (state._tag !== "Active") return refuse("unknown");
  if (command.presentedHash !== state.tokens.current) return reused(state, command);
  if (command.clientId !== state.request.clientId) return refuse("client-mismatch");
  if (command.jkt !== state.jkt) return refuse("key-mismatch");
  if (command.clientKey !== state.clientKey) return refuse("client-key-mismatch");
  if (command.now >= state.request.requestedAt + command.lifetimes.authorization) {
    return refuse("expired", [new AuthorizationEnded({ authorizationId: command.authorizationId, reason: "expired" })]);
  }
  if (command.now >= state.tokens.currentExpiresAt) return refuse("expired");
  const { accessExpiresAt, refreshExpiresAt } = tokenExpiries(
    state.request.requestedAt,
    command.now,
    command.lifetimes
  );
  return Either.match(narrowed(state.granted.scope, command), {
    onLeft: (fault): Decision => ({ events: [], outcome: fault }),
    onRight: (scope): Decision => ({
      events: [
        new TokensRefreshed({
          authorizationId: command.authorizationId,
          replacedHash: command.presentedHash,
          refreshHash: command.refreshHash,
          accessTokenId: command.accessTokenId,
          scope,
          refreshedAt: command.now,
          refreshExpiresAt
        })
      ],
      outcome: { _tag: "Rotated", scope, accessExpiresAt }
    })
  });
};
