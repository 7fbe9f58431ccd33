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

/** The classes of SQLSTATE that say that a value cannot be stored: data exception, constraint, program limit. */
const rejections = new Set(["22", "23", "54"]);

/** Whether the server rejected the values of a statement: every repetition fails, and those of other values do not. */
export const isRejection = (error: unknown): boolean => rejections.has(databaseError(error)?.code?.slice(0, 2) ?? "");

/** Returns the error of a store whose statement failed. */
export const storeUnavailable =
  (store: StorageUnavailable["store"]) =>
  (cause: unknown): StorageUnavailable =>
    new StorageUnavailable({ store, reason: failureReason(cause), cause });
