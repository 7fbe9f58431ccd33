import * as Schema from "effect/Schema";
import { UpstreamServer } from "./UpstreamServer.ts";

/**
 * The id (thumbprint) of the service key that a PDS bound the session to. It is null for a public client, and in rows
 * stored before it was recorded, for which the first key signs.
 */
const ClientKey = Schema.optionalWith(Schema.NullOr(Schema.String), { exact: true, default: () => null });

/** The encrypted secrets of a session: its tokens, its key, and the server they belong to. */
export const SessionSecrets = Schema.parseJson(
  Schema.Struct({
    server: UpstreamServer,
    accessToken: Schema.Redacted(Schema.String),
    refreshToken: Schema.NullOr(Schema.Redacted(Schema.String)),
    dpopKey: Schema.Struct({ jwk: Schema.Redacted(Schema.String), jkt: Schema.String }),
    clientKey: ClientKey
  })
);
export type SessionSecrets = typeof SessionSecrets.Type;

/** The part of the session secrets that names the key the PDS bound it to, for checking every session. */
export const SessionClientKey = Schema.parseJson(Schema.Struct({ clientKey: ClientKey }));

/** The encrypted secrets of a login in progress, needed to verify and complete the callback. */
export const LoginSecrets = Schema.parseJson(
  Schema.Struct({
    server: UpstreamServer,
    upstreamState: Schema.String,
    codeVerifier: Schema.Redacted(Schema.String),
    dpopKey: Schema.Struct({ jwk: Schema.Redacted(Schema.String), jkt: Schema.String }),
    clientKey: ClientKey
  })
);
export type LoginSecrets = typeof LoginSecrets.Type;

/** Free text that the app sent and gets back unchanged. It may contain anything and is not recorded in the log. */
export const AppState = Schema.parseJson(Schema.Struct({ state: Schema.NullOr(Schema.String) }));
export type AppState = typeof AppState.Type;
