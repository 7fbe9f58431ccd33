import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import { rotateClientSecret } from "../../../application/clients/registration/rotateClientSecret.ts";
import type { ClientId } from "../../../domain/client/ClientId.ts";
import { durationInWords } from "../../../domain/time/durationInWords.ts";
import { isoTime } from "../../../domain/time/isoTime.ts";
import type { Run } from "../command/Command.ts";
import { badUsage } from "../command/CommandFailed.ts";
import { columns } from "../report/columns.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { present, type Report } from "../report/present.ts";
import { keepOld } from "./clientParameters.ts";
import { clientRegistryWithoutReplay } from "./clientRegistryWithoutReplay.ts";
import { secretAdvice } from "./describeClient.ts";
import { readClientId } from "./readParameters.ts";

const secondsPerHour = 60 * 60;

const oldSecret = (clientId: ClientId, hours: number): string =>
  hours === 0
    ? "The old secret no longer works."
    : `The old secret works for ${durationInWords(hours * secondsPerHour)} more. To end it earlier: tidemark clients revoke-secret ${clientId}`;

const rotate = (clientId: ClientId, overlapHours: number) =>
  rotateClientSecret(clientId, { _tag: "Operator" }, overlapHours).pipe(
    Effect.map(({ oldValidUntil, secret }): Report => {
      const clientSecret = Redacted.value(secret);
      const shown = columns([
        ["Client ID", clientId],
        ["Client Secret", clientSecret]
      ]);
      return {
        text: `${oldSecret(clientId, overlapHours)}\n\n${shown}\n\n${secretAdvice(clientId)}`,
        json: { clientId, clientSecret, oldValidUntil: oldValidUntil === null ? null : isoTime(oldValidUntil) }
      };
    }),
    Effect.provide(clientRegistryWithoutReplay),
    Effect.mapError(explainFailure)
  );

export const rotateSecret: Run = (given) => {
  const overlapHours = (given(keepOld) ?? 0) / secondsPerHour;
  return Number.isInteger(overlapHours)
    ? Effect.flatMap(readClientId(given), (clientId) => present(given, rotate(clientId, overlapHours)))
    : badUsage("--keep-old: must be whole hours or days, such as 24h or 7d");
};
