import * as Schema from "effect/Schema";
import { UnavailableReason } from "./UnavailableReason.ts";

/**
 * A store outside the log cannot be used, or the transaction of several stores. One error serves all of them, so that
 * it names the `store` and not the operation. After a transaction that failed the outcome is not known.
 */
export class StorageUnavailable extends Schema.TaggedError<StorageUnavailable>()("StorageUnavailable", {
  store: Schema.Literal(
    "vault",
    "subjects",
    "address-keys",
    "replay-guard",
    "leases",
    "lexicon-documents",
    "field-usage",
    "open-writes",
    "due-repositories",
    "owed-revocations",
    "labelers",
    "sync-cursors",
    "sync-reports",
    "followed-repositories",
    "dead-letters",
    "record-validations",
    "reference-indexing",
    "due-identities",
    "backfills",
    "projections",
    "reports",
    "read-model-snapshots",
    "registry-reports",
    "authorizations",
    "accounts",
    "secret-uses",
    "sealed-tree",
    "cosignatures",
    "publication-reports",
    "log-census",
    "archived-events",
    "record-changes",
    "labels",
    "webhook-outbox",
    "process-reports",
    "database-status",
    "transaction"
  ),
  reason: UnavailableReason,
  cause: Schema.Defect
}) {
  override get message(): string {
    return `The store is not available (${this.store}, ${this.reason})`;
  }
}
