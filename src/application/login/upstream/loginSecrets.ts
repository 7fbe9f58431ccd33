import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import { Did } from "../../../domain/atproto/Did.ts";
import { TokenVault } from "../../../domain/vault/TokenVault.ts";
import { vaultRow } from "../../vault/vaultSecrets.ts";

/** Where to sign in, and as whom. As JSON it is what the vault keeps while a person is asked about the app. */
export const LoginTarget = Schema.parseJson(
  Schema.Struct({
    /** Null when only a server was named. */
    did: Schema.NullOr(Did),
    pds: Schema.String,
    /** What the PDS is told, so that it can fill in its form. */
    hint: Schema.NullOr(Schema.String)
  })
);
export type LoginTarget = typeof LoginTarget.Type;

/** Removes from the vault what a login needed while it was under way; it has come to its end, one way or the other. */
export const eraseLoginSecrets = Effect.fnUntraced(function* (authorizationId: string) {
  const vault = yield* TokenVault;
  yield* vault.remove(vaultRow.login(authorizationId));
  yield* vault.remove(vaultRow.appState(authorizationId));
});
