import type { VaultChange } from "../../../domain/event/UnitOfWork.ts";

/** Changes of the vault, by column. A row without a key id is removed. */
interface SealedColumns {
  readonly rows: ReadonlyArray<string>;
  readonly keyIds: ReadonlyArray<string | null>;
  readonly sealed: ReadonlyArray<Uint8Array | null>;
  readonly ends: ReadonlyArray<number | null>;
}

/** Returns the columns of changes of the vault, as `commit_units` takes them. */
export const sealedColumns = (changes: ReadonlyArray<VaultChange>): SealedColumns => ({
  rows: changes.map(({ row }) => row),
  keyIds: changes.map((change) => (change._tag === "Put" ? change.sealed.keyId : null)),
  sealed: changes.map((change) => (change._tag === "Put" ? change.sealed.bytes : null)),
  ends: changes.map((change) => (change._tag === "Put" ? change.expiresAt : null))
});
