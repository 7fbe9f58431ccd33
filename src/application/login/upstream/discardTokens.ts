import * as Effect from "effect/Effect";
import * as Fiber from "effect/Fiber";
import type { LoginSecrets } from "../../../domain/session/SessionSecrets.ts";
import { UpstreamAuthorization, type UpstreamTokens } from "../../../domain/session/UpstreamAuthorization.ts";
import { forkTask } from "../../background/supervise.ts";
import { loginTimeouts } from "./loginTimeouts.ts";

/** Revokes the tokens of a login that is not completed. A slow server delays nobody. */
export const discardTokens = Effect.fnUntraced(function* (
  { clientKey, dpopKey: key, server }: LoginSecrets,
  tokens: UpstreamTokens
) {
  const upstream = yield* UpstreamAuthorization;
  const token = tokens.refreshToken ?? tokens.accessToken;
  const revoking = yield* forkTask("revoke the tokens of a login")(
    Effect.ignore(upstream.revoke({ clientKey, server, key, token }))
  );
  yield* Effect.timeoutOption(Effect.interruptible(Fiber.await(revoking)), loginTimeouts.discard);
});
