import * as Effect from "effect/Effect";
import { streamName } from "../../domain/event/StreamName.ts";
import {
  WriteOutcomeUnknown,
  WriteRejected,
  type WriteRejection,
  type WriteRequested
} from "../../domain/record/RecordWriteEvent.ts";
import type { RepositoryFailure } from "../../domain/record/Repository.ts";
import { appendEvents } from "../event/appendEvents.ts";
import type { SessionNotRefreshed, SessionOver } from "../session/SessionOver.ts";
import type { Viewer } from "../token/Viewer.ts";
import { aboutViewer } from "./aboutViewer.ts";

/** Everything for which a write is not confirmed, after it was requested. */
export type WriteFailure = RepositoryFailure | SessionOver | SessionNotRefreshed;

const rejections: Partial<Record<RepositoryFailure["reason"], WriteRejection>> = {
  "invalid-record": "invalid-record",
  "blob-not-found": "blob-not-found",
  "swap-mismatch": "swap-mismatch",
  "record-not-found": "record-not-found",
  "scope-missing": "scope-missing",
  "account-deactivated": "account-deactivated",
  "account-taken-down": "account-taken-down",
  "proof-refused": "proof-refused",
  "rate-limited": "rate-limited",
  "token-expired": "session-ended",
  "session-refused": "session-ended",
  "blob-too-large": "refused",
  "address-refused": "address-refused",
  refused: "refused"
};

const unknowns: Partial<Record<RepositoryFailure["reason"], WriteOutcomeUnknown["reason"]>> = {
  unreachable: "unreachable",
  timeout: "timeout",
  "server-error": "server-error",
  malformed: "malformed",
  "not-xrpc": "not-xrpc",
  "too-large": "too-large",
  redirected: "redirected"
};

const outcomeOf = ({ writeId, uri }: WriteRequested, failure: WriteFailure) => {
  if (failure._tag === "SessionOver") return new WriteRejected({ writeId, uri, reason: "session-ended" });
  if (failure._tag === "SessionNotRefreshed") return new WriteRejected({ writeId, uri, reason: "refused" });
  const unknown = unknowns[failure.reason];
  return unknown === undefined
    ? new WriteRejected({ writeId, uri, reason: rejections[failure.reason] ?? "refused" })
    : new WriteOutcomeUnknown({ writeId, uri, reason: unknown });
};

/** Writes down that a requested write was rejected, or that its outcome is not known. */
export const settleFailedWrite = (requested: WriteRequested, viewer: Viewer, failure: WriteFailure) =>
  appendEvents(streamName("write", requested.writeId), 1, [outcomeOf(requested, failure)], aboutViewer(viewer)).pipe(
    Effect.catchTag("VersionConflict", Effect.die)
  );
