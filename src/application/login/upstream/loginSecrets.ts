import * as Schema from "effect/Schema";
import { Did } from "../../../domain/atproto/Did.ts";
import type { VaultChange } from "../../../domain/event/UnitOfWork.ts";
import { vaultRow } from "../../vault/vaultSecrets.ts";

/**
 * Where to sign in, and as which account. As JSON it is what the vault stores while the user is prompted for consent.
 */
export const LoginTarget = Schema.parseJson(
  Schema.Struct({
    /** Null when only a server was named. */
    did: Schema.NullOr(Did),
    pds: Schema.String,
    /** What the PDS receives to prefill its form. */
    hint: Schema.NullOr(Schema.String)
  })
);
export type LoginTarget = typeof LoginTarget.Type;

/** Removes from the vault what a login needed while it was in progress, after it succeeded or failed. */
export const erasedLoginSecrets = (authorizationId: string): ReadonlyArray<VaultChange> => [
  { _tag: "Remove", row: vaultRow.login(authorizationId) },
  { _tag: "Remove", row: vaultRow.appState(authorizationId) }
];
