import * as Command from "@effect/cli/Command";
import * as Effect from "effect/Effect";
import { listPendingRevocations } from "../../../application/sessions/revoke/listPendingRevocations.ts";
import { commandHelp } from "../help/commandHelp.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { json, present, type Report } from "../report/present.ts";

/** More than anybody reads; the JSON is cut off there, too. */
const maxRevocations = 1_000;

const none: Report = { text: "Every PDS knows which sessions are over.", json: { owed: [] } };

const minutes = (age: number): string => `${Math.floor(age / 60_000)} min`;

const describe = (owed: Effect.Effect.Success<ReturnType<typeof listPendingRevocations>>): Report => {
  if (owed.length === 0) return none;
  const lines = owed.map(
    ({ age, attempts, did, issuer, reason, sessionId }) =>
      `${sessionId}  ${did}  ${issuer}  ${reason}, ${minutes(age)} ago, tried ${attempts} times`
  );
  return { text: lines.join("\n"), json: { owed } };
};

const owed = Effect.mapBoth(listPendingRevocations(maxRevocations), { onFailure: explainFailure, onSuccess: describe });

export const owedCommand = Command.make("owed", { json }, ({ json }) => present(json, owed)).pipe(
  Command.withDescription(commandHelp["sessions owed"].what)
);
