import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Encoding from "effect/Encoding";
import { recordVerification } from "../../../application/verify/recordVerification.ts";
import type { LogReport, VerifyReport } from "../../../application/verify/VerifyReport.ts";
import { verifyExport } from "../../../application/verify/verifyExport.ts";
import { verifyLog } from "../../../application/verify/verifyLog.ts";
import { ArchiveFiles } from "../../../domain/retention/ArchiveFiles.ts";
import { statedCheckpoint } from "../../../domain/transparency/statedCheckpoint.ts";
import type { VerifierKey } from "../../../domain/transparency/VerifierKey.ts";
import { verifyEd25519 } from "../../../domain/transparency/verifyEd25519.ts";
import { readSignedCheckpoint } from "../../../domain/verification/readSignedCheckpoint.ts";
import type { ComparedCheckpoint } from "../../../domain/verification/VerificationEvent.ts";
import type { Given, Run } from "../command/Command.ts";
import { badUsage } from "../command/CommandFailed.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { present, printReport, type Report } from "../report/present.ts";
import { clearProgress, progress } from "../report/progress.ts";
import { inFolder, requiredArchives } from "./archiveParameters.ts";
import { describeVerification } from "./describeVerification.ts";
import { readableTwice, readCheckpoint, readKeys, readLines } from "./readTrusted.ts";
import { checkpoint, exportFile, key, skew } from "./verifyParameters.ts";

const defaultSkew = 300;

const verified = progress("events verified");

const unsealed = (count: number): ReadonlyArray<string> =>
  count > 0 ? [`${count} of them are not in a checkpoint yet`] : [];

const comparedIn = (text: string): ReadonlyArray<ComparedCheckpoint> => {
  const checkpoint = statedCheckpoint(text)?.checkpoint;
  if (checkpoint === undefined) return [];
  return [{ size: checkpoint.size, rootHash: Encoding.encodeBase64(checkpoint.rootHash) }];
};

const notRecorded = "The result could not be recorded in the log, so the pages at /settings do not show it";

/** Records the result in the log. The exit code is that of the verification, also if this fails. */
const record = (report: VerifyReport, older: ReadonlyArray<string>) =>
  recordVerification({
    ...report,
    by: "database",
    actor: { type: "operator", id: null },
    compared: older.flatMap(comparedIn)
  }).pipe(
    Effect.as<ReadonlyArray<string>>([]),
    Effect.catchAll(() => Effect.succeed([notRecorded]))
  );

const archived = ({ archived: count, missingArchives: missing }: LogReport, folder: string): ReadonlyArray<string> => {
  const events = missing.reduce((sum, each) => sum + each.events, 0);
  return [
    ...(count > 0 ? [`${count} of them are archived`] : []),
    ...(missing.length > 0
      ? [
          `not in ${folder}: ${missing.map(({ file }) => file).join(", ")}. The contents of ${events} events were not verified: name the folder that has these archives with --archives`
        ]
      : [])
  ];
};

const verifyDatabase = (given: Given) =>
  Effect.gen(function* () {
    const keys = yield* readKeys(given(key));
    const older = yield* Effect.forEach(given(checkpoint), readCheckpoint);
    const skewMs = (given(skew) ?? defaultSkew) * 1_000;
    const folder = given(requiredArchives);
    const options = { keys, older, skewMs, requiresArchives: folder !== null, progress: verified };
    const report = yield* Effect.mapError(inFolder(folder, verifyLog(options)), explainFailure);
    const notes =
      report.firstBad === null
        ? [...unsealed(report.checked - report.size), ...archived(report, folder ?? (yield* ArchiveFiles).folder)]
        : [];
    return describeVerification(report, [...notes, ...(yield* record(report, older))]);
  }).pipe(Effect.ensuring(clearProgress));

const filtered = "A filtered export has no root that --checkpoint could be compared with";

const verifyOlder = (texts: ReadonlyArray<string>, keys: ReadonlyArray<VerifierKey>) =>
  Either.all(texts.map((text) => readSignedCheckpoint(text, keys, verifyEd25519)));

const verifyFile = (given: Given, file: string): Effect.Effect<Report, ReturnType<typeof badUsage>> =>
  Effect.gen(function* () {
    const keys = yield* readKeys(given(key));
    if (keys.length === 0) return yield* badUsage("--key is missing: a file is verified with a key that you trust");
    const older = verifyOlder(yield* Effect.forEach(given(checkpoint), readCheckpoint), keys);
    if (Either.isLeft(older))
      return describeVerification({ checked: 0, size: 0, rootHash: null, firstBad: older.left }, []);
    const trusted = { keys, older: older.right, verify: verifyEd25519 };
    const report = yield* Effect.mapError(
      verifyExport(readLines(yield* readableTwice(file)), trusted, verified),
      (error) => (error._tag === "FilteredExport" ? badUsage(filtered) : error)
    );
    const notes = [
      ...older.right.map(({ size }) => `The log begins with the ${size} events of the older checkpoint`),
      ...(report.isPartial
        ? [`The export is filtered; ${report.proven} of its events are proven to be in the log`]
        : [])
    ];
    return describeVerification(report, report.firstBad === null ? notes : []);
  }).pipe(Effect.ensuring(clearProgress), Effect.scoped);

export const verify: Run = (given) => {
  const file = given(exportFile);
  return file === null
    ? present(given, verifyDatabase(given))
    : Effect.flatMap(verifyFile(given, file), (report) => printReport(given, report));
};
