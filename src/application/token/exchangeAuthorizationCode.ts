import * as Effect from "effect/Effect";
import type { Authorization } from "../../domain/authorization/Authorization.ts";
import { exchangeCode } from "../../domain/authorization/exchangeCode.ts";
import { InvalidGrant } from "../../domain/authorization/InvalidGrant.ts";
import { lifetimesOf } from "../../domain/authorization/lifetimes.ts";
import type { RegisteredClient } from "../../domain/client/Client.ts";
import { authorizations } from "../event/aggregates.ts";
import { decide } from "../event/decide.ts";
import { aboutAuthorization } from "./aboutAuthorization.ts";
import { issueTokens } from "./issueTokens.ts";
import { presentedGrant } from "./presentedGrant.ts";
import { endsAuthorization, refuseGrant } from "./refuseGrant.ts";

const grantedDid = (state: Authorization) => ("granted" in state ? state.granted.did : null);

/** Redeems a code for an authenticated client: the append of `CodeExchanged` is what makes it used (RFC 6749 section 4.1.3). */
export const exchangeAuthorizationCode = Effect.fn("exchangeAuthorizationCode")(function* (request: {
  readonly client: RegisteredClient;
  readonly code: string;
  readonly redirectUri: string | null;
  readonly codeVerifier: string;
  readonly jkt: string | null;
  readonly clientKey?: string | null;
}) {
  const { redirectUri, codeVerifier, jkt, clientKey = null } = request;
  const { clientId } = request.client;
  const lifetimes = lifetimesOf(request.client.lifetimes ?? null);
  const grant = yield* presentedGrant("code", request.code);
  const { authorizationId, drawn, hash: codeHash, now, stream } = grant;
  const { outcome } = yield* decide({
    aggregate: authorizations,
    stream,
    about: (state) => aboutAuthorization(state, authorizationId, clientId),
    decide: (state) => {
      const presented = { clientId, codeHash, redirectUri, codeVerifier, jkt, clientKey, lifetimes };
      const command = { authorizationId, now, ...presented, ...drawn };
      const decision = exchangeCode(state, command);
      return Effect.succeed({
        events: decision.events,
        outcome: { answer: decision.outcome, did: grantedDid(state), ended: endsAuthorization(decision.events) }
      });
    }
  });
  const { answer, did, ended } = outcome;
  if (answer instanceof InvalidGrant) return yield* refuseGrant(authorizationId, { answer, ended });
  if (did === null) return yield* new InvalidGrant({ reason: "unknown" });
  return yield* issueTokens(drawn, { did, clientId, authorizationId, jkt, ...answer });
});
