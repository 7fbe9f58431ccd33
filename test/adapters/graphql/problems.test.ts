import { readFileSync } from "node:fs";
import { assert, it } from "@effect/vitest";
import { pdsProblem } from "../../../src/adapters/graphql/problems/pdsProblem.ts";
import { uploadProblem } from "../../../src/adapters/graphql/problems/uploadProblem.ts";
import { BlobRefused, MissingScope } from "../../../src/application/records/write/recordErrors.ts";
import { SessionNotRefreshed, SessionTerminated } from "../../../src/application/sessions/SessionTerminated.ts";
import { RepositoryFailure, RepositoryFailureReason } from "../../../src/domain/record/RepositoryFailure.ts";

const failures = RepositoryFailureReason.literals.map(
  (reason) => new RepositoryFailure({ reason, status: null, detail: null, retryAfter: null })
);
const all = [
  ...failures,
  new MissingScope({ scope: "blob:image/png" }),
  new SessionTerminated({ reason: "account-moved" }),
  new SessionTerminated({ reason: "revoked" }),
  new SessionNotRefreshed({ reason: "unreachable" })
];
const refused = BlobRefused.fields.reason.literals.map((reason) => new BlobRefused({ reason, size: null, limit: 9 }));

/** Reasons that an app answers in the same way. */
const alike = [["refused", "invalid-record"]];

it("assigns every failure of a PDS its own code", () => {
  const byCode = Map.groupBy(failures, (failure) => pdsProblem(failure, "write").code);
  const shared = [...byCode.values()]
    .map((group) => group.map(({ reason }) => reason))
    .filter(({ length }) => length > 1);
  assert.deepStrictEqual(shared, alike);
});

it("documents what to do for every code", () => {
  const page = readFileSync(new URL("../../../docs/apps.md", import.meta.url), "utf8");
  const problems = [
    ...all.flatMap((failure) => [pdsProblem(failure, "write"), uploadProblem(failure)]),
    ...refused.map(uploadProblem)
  ];
  for (const { code, message } of problems) {
    assert.include(page, `\`${code}\``);
    assert.match(message, /^[A-Z].*\.$/);
  }
});

it("advises against repeating a write whose outcome is unknown, and allows repeating an upload", () => {
  for (const failure of failures) {
    const written = pdsProblem(failure, "write");
    if (written.more.outcome !== "unknown") continue;
    assert.include(written.message, "Idempotency-Key");
    assert.include(uploadProblem(failure).message, "Upload the blob again");
  }
});
