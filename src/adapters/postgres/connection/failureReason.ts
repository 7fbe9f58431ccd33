import { SqlError } from "@effect/sql/SqlError";
import { DatabaseError } from "pg";
import { StorageUnavailable } from "../../../domain/storage/StorageUnavailable.ts";
import type { UnavailableReason } from "../../../domain/storage/UnavailableReason.ts";

/** The error that the server reported; null where it did not respond. */
export const databaseError = (error: unknown): DatabaseError | null => {
  const cause = error instanceof SqlError ? error.cause : error;
  return cause instanceof DatabaseError ? cause : null;
};

/** Why a statement failed: the server cancelled one that ran too long (SQLSTATE 57014), or anything else. */
export const failureReason = (error: unknown): UnavailableReason =>
  databaseError(error)?.code === "57014" ? "timeout" : "unreachable";

/** The error of one store, for a statement that failed. */
export const storeUnavailable =
  (store: StorageUnavailable["store"]) =>
  (cause: unknown): StorageUnavailable =>
    new StorageUnavailable({ store, reason: failureReason(cause), cause });
