import * as Effect from "effect/Effect";
import { revokeOldSecret } from "../../../application/clients/registration/revokeOldSecret.ts";
import type { ClientId } from "../../../domain/client/ClientId.ts";
import type { Run } from "../command/Command.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { present, type Report } from "../report/present.ts";
import { clientRegistryWithoutReplay } from "./clientRegistryWithoutReplay.ts";
import { readClientId } from "./readParameters.ts";

const revoke = (clientId: ClientId) =>
  revokeOldSecret(clientId, { _tag: "Operator" }).pipe(
    Effect.as<Report>({
      text: `The old secret of ${clientId} no longer works. Its newest secret does.`,
      json: { clientId, revoked: true }
    }),
    Effect.provide(clientRegistryWithoutReplay),
    Effect.mapError(explainFailure)
  );

export const revokeSecret: Run = (given) =>
  Effect.flatMap(readClientId(given), (clientId) => present(given, revoke(clientId)));
