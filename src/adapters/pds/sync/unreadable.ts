import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import type { OutboundFailure, OutboundResponse } from "../../../domain/outbound/OutboundHttp.ts";
import { RepositoryUnreadable, type UnreadableReason } from "../../../domain/sync/repository/RepositoryReader.ts";
import { accountErrors, noResponseReasons } from "../noResponseReasons.ts";
import { responseError } from "../responseErrors.ts";
import { retryAfter } from "../retryAfter.ts";

const reasonsByError: Readonly<Record<string, UnreadableReason>> = {
  ...accountErrors,
  RepoNotFound: "repository-not-found"
};

const reasonOf = (status: number, error: string | null): UnreadableReason => {
  if (status === 429) return "rate-limited";
  return reasonsByError[error ?? ""] ?? (status >= 500 ? "server-error" : "refused");
};

/** Converts a missing or broken response to an error. */
export const unreadableFrom = ({ reason }: OutboundFailure): RepositoryUnreadable =>
  new RepositoryUnreadable({ reason: noResponseReasons[reason], retryAfter: null });

/** The response does not match the method. */
export const malformedRepository = new RepositoryUnreadable({ reason: "malformed", retryAfter: null });

/** Converts a response with an error status to an error. */
export const unreadableRefusal = (response: OutboundResponse): Effect.Effect<never, RepositoryUnreadable> =>
  Effect.flatMap(
    Clock.currentTimeMillis,
    (now) =>
      new RepositoryUnreadable({
        reason: reasonOf(response.status, responseError(response).error),
        retryAfter: retryAfter(response.headers, now)
      })
  );
