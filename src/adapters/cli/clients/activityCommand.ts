import * as Effect from "effect/Effect";
import {
  activityDays,
  type ExplainedRefusals,
  readClientActivity,
  readClientSummaries
} from "../../../application/clients/readClientActivity.ts";
import type { ClientId } from "../../../domain/client/ClientId.ts";
import { isoTime } from "../../../domain/time/isoTime.ts";
import type { Run } from "../command/Command.ts";
import { columns } from "../report/columns.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { present, type Report } from "../report/present.ts";
import { readClient } from "./readClients.ts";
import { readClientId } from "./readParameters.ts";

const timeOf = (milliseconds: number | null): string | null => (milliseconds === null ? null : isoTime(milliseconds));

const refusalRow = ({ count, lastAt, message, reason, type }: ExplainedRefusals): readonly [string, string] => [
  `${count} ×`,
  `${message ?? reason ?? type} Last ${isoTime(lastAt)}`
];

const section = (title: string, rows: ReadonlyArray<readonly [string, string]>, none: string): string =>
  rows.length === 0 ? none : `${title}\n${columns(rows)}`;

const report = (clientId: ClientId) =>
  Effect.gen(function* () {
    const { name } = yield* readClient(clientId);
    const [summary] = yield* readClientSummaries([clientId]);
    const { days, refusals } = yield* readClientActivity(clientId);
    const { activeAuthorizations = 0, lastSignInAt = null, lastUsedAt = null, signIns = 0 } = summary ?? {};
    const busy = days.filter((day) => day.signIns > 0);
    const facts = columns([
      ["Sign-ins", `${signIns} in ${activityDays} days`],
      ["Signed in now", String(activeAuthorizations)],
      ["Last sign-in", timeOf(lastSignInAt) ?? "never"],
      ["Last used", timeOf(lastUsedAt) ?? "never"]
    ]);
    const text = [
      `${name}\n${facts}`,
      section(
        "Sign-ins by day (UTC)",
        busy.map((day) => [day.day, String(day.signIns)]),
        "No sign-ins."
      ),
      section("Refusals", refusals.map(refusalRow), "No refusals.")
    ].join("\n\n");
    return {
      text,
      json: {
        clientId,
        signIns,
        activeSessions: activeAuthorizations,
        lastSignInAt: timeOf(lastSignInAt),
        lastUsedAt: timeOf(lastUsedAt),
        days,
        refusals: refusals.map(({ lastAt, ...refusal }) => ({ ...refusal, lastAt: isoTime(lastAt) }))
      }
    } satisfies Report;
  }).pipe(Effect.mapError(explainFailure));

export const activity: Run = (given) =>
  Effect.flatMap(readClientId(given), (clientId) => present(given, report(clientId)));
