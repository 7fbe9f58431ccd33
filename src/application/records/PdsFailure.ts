import type { RepositoryFailure, RepositoryFailureReason } from "../../domain/record/RepositoryFailure.ts";
import type { SessionNotRefreshed, SessionTerminated } from "../sessions/SessionTerminated.ts";
import type { MissingScope } from "./write/recordErrors.ts";

/** Why a PDS was not called, or did not carry out a request. */
export type PdsFailure =
  | MissingScope
  | SessionTerminated
  | SessionNotRefreshed
  | RepositoryFailure<RepositoryFailureReason>;
