import { assert, it } from "@effect/vitest";
import { failedOutcome } from "../../src/application/records/write/failedOutcome.ts";
import {
  AmbiguousReason,
  mayHaveActed,
  RepositoryFailure,
  type WriteFailureReason
} from "../../src/domain/record/RepositoryFailure.ts";

const outcomes: Readonly<Record<WriteFailureReason, "Rejected" | "Unknown">> = {
  "token-expired": "Rejected",
  "proof-refused": "Rejected",
  "scope-missing": "Rejected",
  "account-deactivated": "Rejected",
  "account-taken-down": "Rejected",
  "rate-limited": "Rejected",
  refused: "Rejected",
  "address-refused": "Rejected",
  "invalid-record": "Rejected",
  "blob-not-found": "Rejected",
  "blob-too-large": "Rejected",
  "swap-mismatch": "Rejected",
  "record-not-found": "Rejected",
  unreachable: "Unknown",
  timeout: "Unknown",
  "server-error": "Unknown",
  malformed: "Unknown",
  "not-xrpc": "Unknown",
  "too-large": "Unknown",
  redirected: "Unknown"
};

const isReason = (reason: string): reason is WriteFailureReason => Object.hasOwn(outcomes, reason);

it("A write is recorded as rejected only if the PDS cannot have written", () => {
  for (const reason of Object.keys(outcomes).filter(isReason)) {
    const failure = new RepositoryFailure({ reason, status: null, detail: null, retryAfter: null });
    assert.strictEqual(failedOutcome(failure)._tag, outcomes[reason], reason);
    assert.strictEqual(outcomes[reason] === "Unknown", mayHaveActed[reason], reason);
  }
});

it("An unknown outcome of a write is recorded with its reason", () => {
  for (const reason of AmbiguousReason.literals) {
    const failure = new RepositoryFailure({ reason, status: null, detail: null, retryAfter: null });
    assert.deepStrictEqual(failedOutcome(failure), { _tag: "Unknown", reason });
  }
});
