import * as Schema from "effect/Schema";

/** Storage outside the log (vault, replay guard, leases, documents) is unavailable. */
export class StorageUnavailable extends Schema.TaggedError<StorageUnavailable>()("StorageUnavailable", {
  store: Schema.Literal(
    "vault",
    "replay-guard",
    "leases",
    "lexicon-documents",
    "field-usage",
    "open-writes",
    "due-repositories",
    "owed-revocations",
    "skipped-records",
    "projections",
    "registry-reports",
    "authorizations"
  ),
  cause: Schema.Defect
}) {
  override get message(): string {
    return `The store is not available (${this.store})`;
  }
}
