import * as Effect from "effect/Effect";
import { TokenVault } from "../../../domain/vault/TokenVault.ts";
import { vaultRow } from "../../vault/vaultSecrets.ts";

/** Removes from the vault what a login needed while it was under way; it has come to its end, one way or the other. */
export const eraseLoginSecrets = Effect.fnUntraced(function* (authorizationId: string) {
  const vault = yield* TokenVault;
  yield* vault.remove(vaultRow.login(authorizationId));
  yield* vault.remove(vaultRow.appState(authorizationId));
});
