import * as Command from "@effect/cli/Command";
import * as HelpDoc from "@effect/cli/HelpDoc";
import * as Options from "@effect/cli/Options";
import * as ValidationError from "@effect/cli/ValidationError";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { setClientLifetimes } from "../../../application/clients/registration/setClientLifetimes.ts";
import type { ClientId } from "../../../domain/client/ClientId.ts";
import type { ClientLifetimes } from "../../../domain/client/ClientLifetimes.ts";
import { commandHelp } from "../help/commandHelp.ts";
import { columns } from "../report/columns.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { json, present, type Report } from "../report/present.ts";
import { clientId } from "./clientId.ts";
import { clientRegistryWithoutReplay } from "./clientRegistryWithoutReplay.ts";

const seconds = (name: string, what: string) =>
  Options.text(name).pipe(
    Options.mapEffect((text) =>
      /^\d{1,9}$/.test(text)
        ? Effect.succeed(Number(text))
        : Effect.fail(ValidationError.invalidValue(HelpDoc.p(`--${name}: "${text}" is no number of seconds`)))
    ),
    Options.optional,
    Options.map(Option.getOrNull),
    Options.withDescription(`${what}, in seconds; left out, as for all apps.`)
  );

const lifetimes = Options.all({
  accessToken: seconds("access-token", "How long an access token is good"),
  refreshToken: seconds("refresh-token", "How long a refresh token is good that nobody uses"),
  authorization: seconds("authorization", "How long a sign-in lasts, however often it is refreshed")
});

const inWords = (value: number | null): string => (value === null ? "as for all apps" : `${value} seconds`);

const set = (clientId: ClientId, chosen: ClientLifetimes) =>
  setClientLifetimes(clientId, chosen, { _tag: "Operator" }).pipe(
    Effect.as({
      text: `From its next tokens on:\n\n${columns([
        ["Access token", inWords(chosen.accessToken)],
        ["Refresh token", inWords(chosen.refreshToken)],
        ["Authorization", inWords(chosen.authorization)]
      ])}`,
      json: { clientId, ...chosen }
    } satisfies Report),
    Effect.provide(clientRegistryWithoutReplay),
    Effect.mapError(explainFailure)
  );

export const lifetimesCommand = Command.make(
  "lifetimes",
  { clientId, lifetimes, json },
  ({ clientId, json, lifetimes }) => present(json, set(clientId, lifetimes))
).pipe(Command.withDescription(commandHelp["clients lifetimes"].what));
