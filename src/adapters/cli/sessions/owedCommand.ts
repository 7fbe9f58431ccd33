import * as Command from "@effect/cli/Command";
import * as Effect from "effect/Effect";
import { listOwed } from "../../../application/session/listOwed.ts";
import { commandHelp } from "../commandHelp.ts";
import { explainFailure } from "../explainFailure.ts";
import { json, present, type Report } from "../present.ts";

/** More than anybody reads; the JSON is cut off there, too. */
const most = 1_000;

const none: Report = { text: "Every PDS knows which sessions are over.", json: { owed: [] } };

const minutes = (age: number): string => `${Math.floor(age / 60_000)} min`;

const describe = (owed: Effect.Effect.Success<ReturnType<typeof listOwed>>): Report => {
  if (owed.length === 0) return none;
  const lines = owed.map(
    ({ age, attempts, did, issuer, reason, sessionId }) =>
      `${sessionId}  ${did}  ${issuer}  ${reason}, ${minutes(age)} ago, tried ${attempts} times`
  );
  return { text: lines.join("\n"), json: { owed } };
};

const owed = Effect.mapBoth(listOwed(most), { onFailure: explainFailure, onSuccess: describe });

export const owedCommand = Command.make("owed", { json }, ({ json }) => present(json, owed)).pipe(
  Command.withDescription(commandHelp["sessions owed"].what)
);
