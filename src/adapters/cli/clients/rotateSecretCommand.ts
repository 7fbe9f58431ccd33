import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import { rotateClientSecret } from "../../../application/clients/registration/rotateClientSecret.ts";
import type { ClientId } from "../../../domain/client/ClientId.ts";
import type { Run } from "../command/Command.ts";
import { columns } from "../report/columns.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { present, type Report } from "../report/present.ts";
import { clientRegistryWithoutReplay } from "./clientRegistryWithoutReplay.ts";
import { secretAdvice } from "./describeClient.ts";
import { readClientId } from "./readParameters.ts";

const rotate = (clientId: ClientId) =>
  rotateClientSecret(clientId, { _tag: "Operator" }).pipe(
    Effect.map(Redacted.value),
    Effect.map((clientSecret): Report => {
      const shown = columns([
        ["Client ID", clientId],
        ["Client Secret", clientSecret]
      ]);
      return {
        text: `The old secret no longer works.\n\n${shown}\n\n${secretAdvice(clientId)}`,
        json: { clientId, clientSecret }
      };
    }),
    Effect.provide(clientRegistryWithoutReplay),
    Effect.mapError(explainFailure)
  );

export const rotateSecret: Run = (given) =>
  Effect.flatMap(readClientId(given), (clientId) => present(given, rotate(clientId)));
