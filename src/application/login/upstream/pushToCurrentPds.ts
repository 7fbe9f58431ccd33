import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import { randomText } from "../../../domain/crypto/SecureRandom.ts";
import { IdentityResolver } from "../../../domain/identity/IdentityResolver.ts";
import { UpstreamAuthorization, UpstreamFailure } from "../../../domain/session/UpstreamAuthorization.ts";
import type { LoginTarget } from "./loginSecrets.ts";
import { loginTimeouts } from "./loginTimeouts.ts";

const pushRequest = Effect.fnUntraced(function* (target: LoginTarget, scope: string, prefix: string) {
  const upstream = yield* UpstreamAuthorization;
  const server = yield* target.did === null ? upstream.discoverNamed(target.pds) : upstream.discover(target.pds);
  const key = yield* upstream.generateKey;
  const state = `${prefix}${yield* randomText(32)}`;
  const codeVerifier = Redacted.make(yield* randomText(32));
  const location = yield* upstream.pushRequest({
    server,
    key,
    state,
    codeVerifier,
    scope,
    loginHint: target.hint
  });
  return {
    target,
    server,
    location,
    secrets: { server, upstreamState: state, codeVerifier, dpopKey: key, clientKey: upstream.clientKey }
  };
});

const pushAfterMove = Effect.fnUntraced(function* (
  target: LoginTarget,
  scope: string,
  prefix: string,
  failure: UpstreamFailure
) {
  if (target.did === null) return yield* failure;
  const resolver = yield* IdentityResolver;
  const pds = yield* Effect.mapError(resolver.findPds(target.did, "fresh"), () => failure);
  return pds === target.pds ? yield* failure : yield* pushRequest({ ...target, pds }, scope, prefix);
});

/**
 * Pushes a request of the service to the authorization server of an account, and returns what the callback will need.
 * If the PDS fails, the account may have moved since it was last resolved; it is then resolved again. The `state`
 * starts with `prefix`.
 */
export const pushToCurrentPds = (target: LoginTarget, scope: string, prefix = "") =>
  pushRequest(target, scope, prefix).pipe(
    Effect.catchTag("UpstreamFailure", (failure) => pushAfterMove(target, scope, prefix, failure)),
    Effect.timeoutFail({
      duration: loginTimeouts.push,
      onTimeout: () => new UpstreamFailure({ reason: "timeout", error: null })
    })
  );
