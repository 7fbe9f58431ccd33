import type { RepositoryFailure, RepositoryFailureReason } from "../../domain/record/RepositoryFailure.ts";
import type { SessionNotRefreshed, SessionOver } from "../session/SessionOver.ts";
import type { MissingScope } from "./refusals.ts";

/** Every reason why a PDS was not called, or did not do what was requested. */
export type PdsFailure = MissingScope | SessionOver | SessionNotRefreshed | RepositoryFailure<RepositoryFailureReason>;
