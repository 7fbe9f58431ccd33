import * as Command from "@effect/cli/Command";
import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import { rotateClientSecret } from "../../../application/clients/rotateClientSecret.ts";
import type { ClientId } from "../../../domain/client/ClientId.ts";
import { columns } from "../columns.ts";
import { commandHelp } from "../commandHelp.ts";
import { explainFailure } from "../explainFailure.ts";
import { json, present, type Report } from "../present.ts";
import { clientId } from "./clientId.ts";
import { secretAdvice } from "./describeClient.ts";
import { nothingToAwait } from "./nothingToAwait.ts";

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
    Effect.provide(nothingToAwait),
    Effect.mapError(explainFailure)
  );

export const rotateSecretCommand = Command.make("rotate-secret", { clientId, json }, ({ clientId, json }) =>
  present(json, rotate(clientId))
).pipe(Command.withDescription(commandHelp["clients rotate-secret"].what));
