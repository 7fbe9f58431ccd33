import { SqlError } from "@effect/sql/SqlError";
import { DatabaseError } from "pg";
import { StorageUnavailable } from "../../../domain/storage/StorageUnavailable.ts";
import type { UnavailableReason } from "../../../domain/storage/UnavailableReason.ts";

/** Returns the error that the server reported; null if it did not respond. */
export const databaseError = (error: unknown): DatabaseError | null => {
  const cause = error instanceof SqlError ? error.cause : error;
  return cause instanceof DatabaseError ? cause : null;
};

/** Returns why a statement failed: `timeout` if the server cancelled it (SQLSTATE 57014), otherwise `unreachable`. */
export const failureReason = (error: unknown): UnavailableReason =>
  databaseError(error)?.code === "57014" ? "timeout" : "unreachable";

/** Returns the error of a store whose statement failed. */
export const storeUnavailable =
  (store: StorageUnavailable["store"]) =>
  (cause: unknown): StorageUnavailable =>
    new StorageUnavailable({ store, reason: failureReason(cause), cause });
