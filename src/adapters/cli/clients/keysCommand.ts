import * as Command from "@effect/cli/Command";
import * as HelpDoc from "@effect/cli/HelpDoc";
import * as Options from "@effect/cli/Options";
import * as ValidationError from "@effect/cli/ValidationError";
import * as Effect from "effect/Effect";
import { updateClient } from "../../../application/clients/registration/updateClient.ts";
import type { ClientKey } from "../../../domain/client/authentication/ClientKey.ts";
import type { ClientId } from "../../../domain/client/ClientId.ts";
import { failure } from "../command/CommandFailed.ts";
import { commandHelp } from "../help/commandHelp.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { json, present, type Report } from "../report/present.ts";
import { clientId } from "./clientId.ts";
import { clientRegistryWithoutReplay } from "./clientRegistryWithoutReplay.ts";
import { clientDetails } from "./describeClient.ts";
import { keysOption } from "./keysOption.ts";
import { readClient } from "./readClients.ts";

interface NewKeys {
  readonly jwks: ReadonlyArray<ClientKey> | null;
  readonly jwksUri: string | null;
}

const nothingGiven = ValidationError.missingFlag(HelpDoc.p("No keys: give --jwks or --jwks-uri"));

const keys = keysOption.pipe(
  Options.mapEffect((given) =>
    given.jwks === null && given.jwksUri === null ? Effect.fail(nothingGiven) : Effect.succeed(given)
  )
);

const byKeys = (clientId: ClientId) =>
  Effect.flatMap(Effect.mapError(readClient(clientId), explainFailure), ({ tokenEndpointAuthMethod }) =>
    tokenEndpointAuthMethod === "private_key_jwt"
      ? Effect.void
      : Effect.fail(
          failure(
            "client_holds_no_keys",
            `The client ${clientId} proves itself by ${tokenEndpointAuthMethod}, and not by keys: register one with --auth-method private_key_jwt`
          )
        )
  );

const replace = (clientId: ClientId, keys: NewKeys) =>
  Effect.gen(function* () {
    yield* byKeys(clientId);
    yield* updateClient(clientId, keys, { _tag: "Operator" }).pipe(
      Effect.provide(clientRegistryWithoutReplay),
      Effect.mapError(explainFailure)
    );
    const details = clientDetails(yield* Effect.mapError(readClient(clientId), explainFailure));
    return { ...details, text: `Updated ${details.text}` } satisfies Report;
  });

export const keysCommand = Command.make("keys", { clientId, keys, json }, ({ clientId, json, keys }) =>
  present(json, replace(clientId, keys))
).pipe(Command.withDescription(commandHelp["clients keys"].what));
