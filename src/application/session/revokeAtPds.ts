import * as Effect from "effect/Effect";
import type { SessionSecrets } from "../../domain/session/SessionSecrets.ts";
import { UpstreamAuthorization } from "../../domain/session/UpstreamAuthorization.ts";

/** Gives the tokens of a session that has ended back to the PDS. It has ended here whatever the PDS says. */
export const revokeAtPds = ({ accessToken, dpopKey: key, refreshToken, server }: SessionSecrets) =>
  Effect.gen(function* () {
    const upstream = yield* UpstreamAuthorization;
    yield* upstream.revoke({ server, key, token: refreshToken ?? accessToken });
  }).pipe(
    Effect.catchAll(({ reason }) =>
      Effect.logWarning("A session has ended, and its PDS could not be told").pipe(
        Effect.annotateLogs({ issuer: server.issuer, reason })
      )
    )
  );
