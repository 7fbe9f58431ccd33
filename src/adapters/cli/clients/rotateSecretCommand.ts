import * as Command from "@effect/cli/Command";
import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import { rotateClientSecret } from "../../../application/clients/registration/rotateClientSecret.ts";
import type { ClientId } from "../../../domain/client/ClientId.ts";
import { commandHelp } from "../help/commandHelp.ts";
import { columns } from "../report/columns.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { json, present, type Report } from "../report/present.ts";
import { clientId } from "./clientId.ts";
import { clientRegistryWithoutReplay } from "./clientRegistryWithoutReplay.ts";
import { secretAdvice } from "./describeClient.ts";

const rotate = (clientId: ClientId) =>
  rotateClientSecret(clientId, { _tag: "Operator" }).pipe(
    Effect.map(Redacted.value),
    Effect.map((clientSecret): Report => {
      const shown = columns([
        ["Client ID", clientId],
        ["Client Secret", clientSecret]
      ]);
      return {
        text: `The old secret has ended.\n\n${shown}\n\n${secretAdvice(clientId)}`,
        json: { clientId, clientSecret }
      };
    }),
    Effect.provide(clientRegistryWithoutReplay),
    Effect.mapError(explainFailure)
  );

export const rotateSecretCommand = Command.make("rotate-secret", { clientId, json }, ({ clientId, json }) =>
  present(json, rotate(clientId))
).pipe(Command.withDescription(commandHelp["clients rotate-secret"].what));
