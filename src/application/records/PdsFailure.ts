import type { RepositoryFailure, RepositoryFailureReason } from "../../domain/record/RepositoryFailure.ts";
import type { SessionNotRefreshed, SessionTerminated } from "../sessions/SessionTerminated.ts";
import type { MissingScope } from "./write/recordErrors.ts";

/** Every reason why a PDS was not called, or did not do what was requested. */
export type PdsFailure =
  | MissingScope
  | SessionTerminated
  | SessionNotRefreshed
  | RepositoryFailure<RepositoryFailureReason>;
