import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Redacted from "effect/Redacted";
import * as Ref from "effect/Ref";
import type { Did } from "../../../domain/atproto/Did.ts";
import {
  UpstreamAuthorization,
  UpstreamFailure,
  type UpstreamTokens
} from "../../../domain/session/UpstreamAuthorization.ts";
import { PdsMemory, type PdsState } from "./PdsMemory.ts";

const scope = "atproto transition:generic";
const hour = 60 * 60 * 1000;

const invalidGrant = new UpstreamFailure({ reason: "invalid-grant", error: "invalid_grant" });

const without = (map: ReadonlyMap<string, Did>, key: string): ReadonlyMap<string, Did> =>
  new Map([...map].filter(([own]) => own !== key));

/** The authorization server of the in-memory server. */
export const layer = Layer.effect(
  UpstreamAuthorization,
  Effect.map(PdsMemory, (pds) => {
    const server = {
      issuer: pds.origin,
      authorizationEndpoint: `${pds.origin}/oauth/authorize`,
      pushedAuthorizationRequestEndpoint: `${pds.origin}/oauth/par`,
      tokenEndpoint: `${pds.origin}/oauth/token`,
      revocationEndpoint: `${pds.origin}/oauth/revoke`
    };

    const grant = (did: Did, now: number, from: PdsState): readonly [UpstreamTokens, PdsState] => {
      const accessToken = `pds-access-${from.issued}`;
      const refreshToken = `pds-refresh-${from.issued}`;
      const tokens = {
        accessToken: Redacted.make(accessToken),
        refreshToken: Redacted.make(refreshToken),
        sub: did,
        scope,
        expiresAt: now + hour
      };
      const state = {
        ...from,
        issued: from.issued + 1,
        accessTokens: new Map(from.accessTokens).set(accessToken, did),
        refreshTokens: new Map(from.refreshTokens).set(refreshToken, did)
      };
      return [tokens, state];
    };

    const redeem = (key: string, of: "codes" | "refreshTokens", refreshes: number) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        Effect.flatten(
          Ref.modify(pds.state, (state): readonly [Effect.Effect<UpstreamTokens, UpstreamFailure>, PdsState] => {
            const did = state[of].get(key);
            if (did === undefined) return [Effect.fail(invalidGrant), state];
            const [tokens, next] = grant(did, now, {
              ...state,
              [of]: without(state[of], key),
              refreshes: state.refreshes + refreshes
            });
            return [Effect.succeed(tokens), next];
          })
        )
      );

    const discover = (origin: string) =>
      origin === pds.origin
        ? Effect.succeed(server)
        : Effect.fail(new UpstreamFailure({ reason: "unreachable", error: null }));

    return UpstreamAuthorization.of({
      scope,
      clientKey: null,
      clientMetadata: {},
      discover,
      discoverNamed: discover,
      generateKey: Effect.succeed({ jwk: Redacted.make("{}"), jkt: "memory" }),
      pushRequest: ({ state }) =>
        Effect.succeed(new URL(`${server.authorizationEndpoint}?${new URLSearchParams({ state })}`)),
      readAuthorizationResponse: (_server, parameters, state) => {
        const genuine = parameters.iss === pds.origin && parameters.state === state;
        if (!genuine) return Effect.fail(new UpstreamFailure({ reason: "issuer-mismatch", error: null }));
        const { code, error } = parameters;
        return Effect.succeed(
          error === null ? { _tag: "Approved", code: Redacted.make(code ?? "") } : { _tag: "Denied", error }
        );
      },
      exchangeCode: ({ code }) => redeem(Redacted.value(code), "codes", 0),
      refresh: ({ refreshToken }) => redeem(Redacted.value(refreshToken), "refreshTokens", 1),
      revoke: ({ token }) =>
        Ref.update(pds.state, (state) => ({
          ...state,
          accessTokens: without(state.accessTokens, Redacted.value(token)),
          refreshTokens: without(state.refreshTokens, Redacted.value(token))
        }))
    });
  })
);
