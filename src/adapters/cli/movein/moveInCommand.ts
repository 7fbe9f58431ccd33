import * as Effect from "effect/Effect";
import { PublicUrl } from "../../../application/instance/PublicUrl.ts";
import { serviceDid } from "../../../application/labels/serviceDid.ts";
import { backfillMoved } from "../../../application/movein/backfillMoved.ts";
import { instanceUrl } from "../../../application/movein/instanceUrl.ts";
import { type MoveInOptions, moveIn, planMoveIn } from "../../../application/movein/moveIn.ts";
import type { OtherInstance } from "../../../domain/movein/OtherInstance.ts";
import { OtherInstances, type OtherInstanceUnreadable } from "../../../domain/movein/OtherInstances.ts";
import { didYouMean } from "../../../domain/text/closestMatch.ts";
import type { Given, Run } from "../command/Command.ts";
import { badUsage, failure, unavailable } from "../command/CommandFailed.ts";
import { catalog } from "../lexicons/commandCatalog.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { presentWithSync } from "../report/present.ts";
import { describeMoveIn, type MoveInResult } from "./describeMoveIn.ts";
import { apply, backfill, database, replaceLexicons, skipClient } from "./moveInParameters.ts";
import { unreadableSentence } from "./moveInSentences.ts";

const unreadable = (error: OtherInstanceUnreadable) => {
  const sentence = unreadableSentence(error);
  return error.reason === "unavailable" ? unavailable(sentence) : failure(error.reason, sentence);
};

const optionsOf = (given: Given): MoveInOptions => ({
  replaceLexicons: given(replaceLexicons),
  skippedClients: new Set(given(skipClient))
});

/** A misspelled id would take a client that the operator wants to leave out. */
const requireClients = (skipped: ReadonlyArray<string>, { clients }: OtherInstance) => {
  const ids = clients.map(({ clientId }) => clientId);
  const unknown = skipped.filter((id) => !ids.includes(id));
  return unknown.length === 0
    ? Effect.void
    : badUsage(...unknown.map((id) => `--skip-client: the other instance has no client ${id}${didYouMean(id, ids)}`));
};

const run = Effect.fnUntraced(function* (given: Given) {
  const instances = yield* OtherInstances;
  const other = yield* Effect.mapError(instances.read(given(database)), unreadable);
  yield* requireClients(given(skipClient), other);
  const plan = yield* planMoveIn(other, optionsOf(given));
  const applied = given(apply);
  if (applied) yield* moveIn(plan);
  const backfills = applied && given(backfill) ? yield* backfillMoved(other) : [];
  return { plan, applied, labelsAs: yield* serviceDid, backfills } satisfies MoveInResult;
});

const report = (given: Given) =>
  run(given).pipe(
    Effect.map(describeMoveIn),
    Effect.provide(catalog),
    Effect.provideServiceEffect(PublicUrl, instanceUrl),
    Effect.mapError((error) => {
      switch (error._tag) {
        case "CommandFailed":
          return error;
        case "LabelRefused":
          return failure(error.reason, error.message);
        default:
          return explainFailure(error);
      }
    })
  );

export const moveInHere: Run = (given) =>
  given(backfill) && !given(apply)
    ? badUsage("--backfill starts backfills of what is moved: give --apply as well")
    : presentWithSync(given, report(given));
