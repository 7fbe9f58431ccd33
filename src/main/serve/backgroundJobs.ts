import type { Configuration } from "../../adapters/configuration/Configuration.ts";
import { catchUpActivityCounts } from "../../application/audit/catchUpActivityCounts.ts";
import { endOverduePeriodically } from "../../application/authorizations/endOverdue.ts";
import { forkSupervised } from "../../application/background/supervise.ts";
import { expireRegistrationsPeriodically } from "../../application/clients/registration/expireRegistrations.ts";
import { forgetAddressKeys } from "../../application/erasure/forgetAddressKeys.ts";
import { keepLedger } from "../../application/erasure/keepLedger.ts";
import { rotateSubjectKeys } from "../../application/erasure/rotateSubjectKeys.ts";
import { reportPeriodically } from "../../application/health/reportProcess.ts";
import { sweepPeriodically } from "../../application/instance/sweep.ts";
import { settleTakedownsPeriodically } from "../../application/labels/settleTakedownsPeriodically.ts";
import { forgetChangesPeriodically } from "../../application/live/forgetChanges.ts";
import { indexReferencesPeriodically } from "../../application/notifications/indexReferences.ts";
import { reconcilePeriodically } from "../../application/records/reconcile/reconcileOpenWrites.ts";
import { archivePeriodically } from "../../application/retention/archivePeriodically.ts";
import { revokePeriodically } from "../../application/sessions/revoke/revokePeriodically.ts";
import { refreshIdentitiesPeriodically } from "../../application/sync/account/refreshIdentitiesPeriodically.ts";
import { advanceBackfillsPeriodically } from "../../application/sync/backfill/advanceBackfillsPeriodically.ts";
import { backfillPeriodically } from "../../application/sync/backfill/backfillPeriodically.ts";
import { retryAfterImportPeriodically } from "../../application/sync/deadLetters/retryAfterImport.ts";
import { validateAfterImportPeriodically } from "../../application/sync/deadLetters/validateAfterImport.ts";
import { compareWithKept, keepCheckpoint } from "../../application/transparency/keptCheckpoint.ts";
import { publishPeriodically } from "../../application/transparency/publishing/publishPeriodically.ts";
import { sealPeriodically } from "../../application/transparency/sealPeriodically.ts";
import { runWebhook } from "../../application/webhook/runWebhook.ts";
import { traced } from "../../domain/failure/traced.ts";
import { WebhookReceiver } from "../../domain/webhook/WebhookReceiver.ts";
import { startLabelers } from "./labelers.ts";
import { startLiveSync } from "./liveSync.ts";

/** Reports about this process, for the scope. */
export const reportAboutProcess = forkSupervised("report about the process")(reportPeriodically);

/** Starts everything that the service does without a request, for the scope. */
export const startBackgroundJobs = traced("startBackgroundJobs")(function* (configuration: Configuration) {
  yield* forkSupervised("sweep")(sweepPeriodically);
  yield* forkSupervised("reconcile open writes")(reconcilePeriodically);
  yield* forkSupervised("revoke at PDSes")(revokePeriodically);
  yield* compareWithKept;
  yield* forkSupervised("seal the log")(sealPeriodically);
  yield* forkSupervised("keep the latest checkpoint")(keepCheckpoint);
  if (configuration.auditWitnesses.length + configuration.auditAnchors.length > 0)
    yield* forkSupervised("publish checkpoints")(publishPeriodically);
  const receiver = yield* WebhookReceiver;
  if (receiver !== null) yield* forkSupervised("webhook")(runWebhook(receiver));
  if (configuration.auditRetention.length > 0) yield* forkSupervised("archive events")(archivePeriodically);
  yield* forkSupervised("delete old changes")(forgetChangesPeriodically(configuration.subscriptionRetentionHours));
  yield* forkSupervised("keep the list of erasures")(keepLedger);
  yield* forkSupervised("encrypt the keys of persons")(rotateSubjectKeys);
  yield* forkSupervised("delete the keys of addresses")(forgetAddressKeys);
  yield* forkSupervised("update activity counts")(catchUpActivityCounts);
  yield* forkSupervised("end overdue authorizations")(endOverduePeriodically);
  yield* forkSupervised("expire unused registrations")(expireRegistrationsPeriodically);
  yield* forkSupervised("refresh identities")(refreshIdentitiesPeriodically);
  if (configuration.backfill)
    yield* forkSupervised("backfill")(backfillPeriodically({ concurrency: configuration.backfillConcurrency }));
  yield* forkSupervised("end takedowns")(settleTakedownsPeriodically);
  yield* forkSupervised("retry dead letters")(retryAfterImportPeriodically);
  yield* forkSupervised("index references")(indexReferencesPeriodically);
  yield* forkSupervised("validate records")(validateAfterImportPeriodically);
  if (configuration.backfill) yield* forkSupervised("list repositories")(advanceBackfillsPeriodically);
  yield* startLiveSync(configuration);
  yield* startLabelers(configuration);
});
