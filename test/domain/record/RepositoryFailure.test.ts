import { assert, describe, it } from "@effect/vitest";
import {
  AmbiguousReason,
  isAmbiguous,
  mayHaveActed,
  RepositoryFailureReason
} from "../../../src/domain/record/RepositoryFailure.ts";

const reasons = RepositoryFailureReason.literals;

describe("the reasons of failed calls to a PDS", () => {
  it("are each classified once", () => {
    assert.deepStrictEqual(Object.keys(mayHaveActed).sort(), [...reasons].sort());
    assert.strictEqual(new Set(reasons).size, reasons.length);
  });

  it("leave the outcome unknown if there was no valid response, and only then", () => {
    assert.deepStrictEqual(reasons.filter(isAmbiguous), [...AmbiguousReason.literals]);
  });
});
