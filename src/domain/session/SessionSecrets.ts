import * as Schema from "effect/Schema";
import { UpstreamServer } from "./UpstreamServer.ts";

/**
 * The id (thumbprint) of the service's own key that a PDS bound the session to; null for a public client, and in what was
 * kept before it was written down: then the first key signs.
 */
const ClientKey = Schema.optionalWith(Schema.NullOr(Schema.String), { exact: true, default: () => null });

/** What the vault holds of a session, sealed: tokens and key, and the server they are for. */
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

/** Of what the vault holds of a session, the key that the PDS bound it to: for a look at every session. */
export const SessionClientKey = Schema.parseJson(Schema.Struct({ clientKey: ClientKey }));

/** What the vault holds while a person is at the PDS, sealed: what the return must be checked and completed with. */
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

/** What the app sent along and must get back unchanged, which may say anything and so stays out of the log. */
export const AppState = Schema.parseJson(Schema.Struct({ state: Schema.NullOr(Schema.String) }));
export type AppState = typeof AppState.Type;
