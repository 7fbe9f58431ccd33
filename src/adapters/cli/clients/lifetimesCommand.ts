import * as Effect from "effect/Effect";
import { setClientLifetimes } from "../../../application/clients/registration/setClientLifetimes.ts";
import { lifetimesOf } from "../../../domain/authorization/token/lifetimes.ts";
import type { ClientId } from "../../../domain/client/ClientId.ts";
import type { ClientLifetimes } from "../../../domain/client/ClientLifetimes.ts";
import type { Run } from "../command/Command.ts";
import { columns } from "../report/columns.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { present, type Report } from "../report/present.ts";
import { accessTokenLifetime, authorizationLifetime, refreshTokenLifetime } from "./clientParameters.ts";
import { clientRegistryWithoutReplay } from "./clientRegistryWithoutReplay.ts";
import { lifetimeText } from "./describeClient.ts";
import { readClientId } from "./readParameters.ts";

const rowsOf = (chosen: ClientLifetimes): ReadonlyArray<readonly [string, string]> => {
  const effective = lifetimesOf(chosen);
  return [
    ["Access token", lifetimeText(chosen.accessToken, effective.accessToken)],
    ["Refresh token", lifetimeText(chosen.refreshToken, effective.refreshToken)],
    ["Authorization", lifetimeText(chosen.authorization, effective.authorization)]
  ];
};

const set = (clientId: ClientId, chosen: ClientLifetimes) =>
  setClientLifetimes(clientId, chosen, { _tag: "Operator" }).pipe(
    Effect.as({
      text: `From its next tokens on:\n\n${columns(rowsOf(chosen))}`,
      json: { clientId, ...chosen }
    } satisfies Report),
    Effect.provide(clientRegistryWithoutReplay),
    Effect.mapError(explainFailure)
  );

export const setLifetimes: Run = (given) =>
  Effect.flatMap(readClientId(given), (clientId) =>
    present(
      given,
      set(clientId, {
        accessToken: given(accessTokenLifetime),
        refreshToken: given(refreshTokenLifetime),
        authorization: given(authorizationLifetime)
      })
    )
  );
