import * as Effect from "effect/Effect";
import { listPendingRevocations } from "../../../application/sessions/revoke/listPendingRevocations.ts";
import type { Run } from "../command/Command.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { present, type Report } from "../report/present.ts";

/** The maximum number of sessions that are listed, in text and in JSON. */
const maxRevocations = 1_000;

const none: Report = { text: "No revocation is pending.", json: { owed: [] } };

const minutes = (age: number): string => `${Math.floor(age / 60_000)} min`;

const describe = (pending: Effect.Effect.Success<ReturnType<typeof listPendingRevocations>>): Report => {
  if (pending.length === 0) return none;
  const lines = pending.map(
    ({ age, attempts, did, issuer, reason, sessionId }) =>
      `${sessionId}  ${did}  ${issuer}  ${reason}, ${minutes(age)} ago, ${attempts} ${attempts === 1 ? "attempt" : "attempts"}`
  );
  return { text: lines.join("\n"), json: { owed: pending } };
};

const report = Effect.mapBoth(listPendingRevocations(maxRevocations), {
  onFailure: explainFailure,
  onSuccess: describe
});

export const owed: Run = (given) => present(given, report);
