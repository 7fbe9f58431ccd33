import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import { abortSentences } from "../../../application/audit/failureSentences.ts";
import type { BackfillRefused, BackfillRequest } from "../../../application/sync/backfill/BackfillRequest.ts";
import { directoryText, refusedText, targetText } from "../../../application/sync/backfill/backfillText.ts";
import { type BackfillEstimate, estimateBackfill } from "../../../application/sync/backfill/estimateBackfill.ts";
import type { BackfillProgress } from "../../../application/sync/backfill/listBackfills.ts";
import { startBackfill } from "../../../application/sync/backfill/startBackfill.ts";
import { speedOf } from "../../../domain/sync/backfill/Backfill.ts";
import type { DirectoryUnavailable } from "../../../domain/sync/backfill/RepositoryDirectory.ts";
import { isoTime, isoTimeOrNull } from "../../../domain/time/isoTime.ts";
import type { Given, Run } from "../command/Command.ts";
import { badUsage, failure, unavailable } from "../command/CommandFailed.ts";
import { json } from "../command/commonParameters.ts";
import { catalog } from "../lexicons/commandCatalog.ts";
import { canAsk, confirm } from "../report/confirm.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { presentWithSync, type Report } from "../report/present.ts";
import { awaitBackfill, progressText } from "./backfillProgress.ts";
import { accounts, all, collection, confirmBackfill, detach } from "./syncParameters.ts";

const operator = { type: "operator", id: null } as const;

const readRequest = (given: Given): Effect.Effect<BackfillRequest, ReturnType<typeof badUsage>> => {
  const requests: ReadonlyArray<BackfillRequest> = [
    ...(given(accounts).length === 0 ? [] : [{ kind: "actor" as const, actors: given(accounts) }]),
    ...(given(collection) === null ? [] : [{ kind: "collection" as const, collection: given(collection) ?? "" }]),
    ...(given(all) ? [{ kind: "all" as const }] : [])
  ];
  const [request] = requests;
  return request === undefined || requests.length > 1
    ? badUsage("give accounts, --collection or --all, and only one of them")
    : Effect.succeed(request);
};

const refused = (error: BackfillRefused) =>
  error.reason === "unreachable" ? unavailable(refusedText(error)) : failure(error.reason, refusedText(error));

type BackfillFailure = Parameters<typeof explainFailure>[0] | BackfillRefused | DirectoryUnavailable;

const explain = (error: BackfillFailure) => {
  if (error._tag === "BackfillRefused") return refused(error);
  return error._tag === "DirectoryUnavailable" ? unavailable(directoryText(error)) : explainFailure(error);
};

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

const estimateText = ({ bytes, isExact, repositories, seconds, target }: BackfillEstimate): string => {
  const count = `${isExact ? "" : "more than "}${repositories} ${repositories === 1 ? "repository" : "repositories"}`;
  const size =
    bytes === null || seconds === null ? "" : `, about ${megabytes(bytes)} and ${seconds} s by earlier backfills`;
  return `A backfill of ${targetText(target)} reads ${count}${size}.`;
};

const isConfirmed = Effect.fnUntraced(function* (request: BackfillRequest, given: Given) {
  if (!canAsk || given(confirmBackfill) || given(json)) return true;
  const estimate = yield* Effect.mapError(estimateBackfill(request), explain);
  return yield* confirm(`${estimateText(estimate)} Start it?`);
});

const ended = (backfill: BackfillProgress): string => {
  const { abortReason, id, state, target } = backfill;
  const name = `backfill ${id} of ${targetText(target)}`;
  if (state === "running") return `Started the ${name}. tidemark sync cancel ${id} cancels it.`;
  if (state === "aborted")
    return `The ${name} was aborted. ${abortReason === null ? "" : abortSentences[abortReason]} ${progressText(backfill)}.`;
  return `The ${name} was ${state}: ${progressText(backfill)}.`;
};

/** Describes a backfill. One that was aborted is a failure. */
export const describeBackfill = (backfill: BackfillProgress): Report => {
  const { endedAt, failed, id, isListed, processed, records, repositories, startedAt, state, target } = backfill;
  return {
    text: ended(backfill),
    json: {
      id,
      kind: target.kind,
      dids: target.kind === "actor" ? target.dids : [],
      collection: target.kind === "collection" ? target.collection : null,
      state,
      startedAt: isoTime(startedAt),
      endedAt: isoTimeOrNull(endedAt),
      isListed,
      repositories,
      processed,
      failed,
      records
    },
    isFailure: state === "aborted"
  };
};

const run = Effect.fnUntraced(function* (request: BackfillRequest, given: Given) {
  if (!(yield* isConfirmed(request, given))) return { text: "Nothing was started.", json: null } satisfies Report;
  const backfill = yield* Effect.mapError(startBackfill(request, operator), explain);
  const started: BackfillProgress = { ...backfill, ...speedOf(backfill, yield* Clock.currentTimeMillis) };
  if (given(detach)) return describeBackfill(started);
  return describeBackfill(yield* Effect.mapError(awaitBackfill(started, given(json)), explainFailure));
});

export const backfill: Run = (given) =>
  Effect.flatMap(readRequest(given), (request) =>
    presentWithSync(
      given,
      Effect.mapError(Effect.provide(run(request, given), catalog), (error) =>
        error._tag === "CommandFailed" ? error : explainFailure(error)
      )
    )
  );
