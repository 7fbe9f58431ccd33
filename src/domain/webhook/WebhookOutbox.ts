import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type * as Option from "effect/Option";
import type { StorageUnavailable } from "../storage/StorageUnavailable.ts";
import type { RefusalWatch } from "./RefusalWatch.ts";
import type { AttemptResult, NewWebhookMessage, WebhookMessage } from "./WebhookMessage.ts";

/** How far the log was read for messages. */
export interface WebhookProgress {
  /** The position of the last event that was read. */
  readonly position: number;
  /** What of the refusals up to there still counts. */
  readonly watch: RefusalWatch;
  /** When the receiver said that it is gone (HTTP 410), in Unix milliseconds; null if nothing is sent because of that. */
  readonly stoppedAt: number | null;
}

/** The next step of reading: from one position to another, with the messages that follow from the events between them. */
export interface WebhookAdvance {
  readonly from: number;
  readonly to: number;
  readonly watch: RefusalWatch;
  readonly messages: ReadonlyArray<NewWebhookMessage>;
  readonly now: number;
}

/** An attempt that was claimed: no other process may report its outcome. */
export type ClaimedAttempt = Pick<WebhookMessage, "id" | "attempts" | "since">;

/** What follows from an attempt. */
export type AttemptOutcome =
  | { readonly _tag: "Delivered" }
  | { readonly _tag: "Again"; readonly dueAt: number }
  | { readonly _tag: "GivenUp" };

/** The number of messages in each state, and how long the oldest one waits. */
export interface OutboxCounts {
  readonly pending: number;
  readonly givenUp: number;
  /** When the oldest pending message was first due; null if none is. */
  readonly oldestPendingAt: number | null;
}

/**
 * The messages of the webhook and how far the log was read for them. Messages have the ids that follow from their events,
 * so that no message is stored twice. All times are in Unix milliseconds.
 */
export class WebhookOutbox extends Context.Tag("domain/WebhookOutbox")<
  WebhookOutbox,
  {
    /** Returns how far the log was read; none before `begin`. */
    readonly progress: Effect.Effect<Option.Option<WebhookProgress>, StorageUnavailable>;
    /** Starts reading after a position, without refusals that count and without a stop. */
    readonly begin: (position: number) => Effect.Effect<void, StorageUnavailable>;
    /**
     * Stores messages and the new position, all or nothing. Returns false, and changes nothing, if the log was not read up
     * to `from`: another process was faster.
     */
    readonly advance: (advance: WebhookAdvance) => Effect.Effect<boolean, StorageUnavailable>;
    /** Stores a message that is due at once. */
    readonly enqueue: (message: NewWebhookMessage, now: number) => Effect.Effect<void, StorageUnavailable>;
    /**
     * Claims the pending message that is due the longest, the first that was stored, until a time, and counts the attempt; none if nothing is due. Two
     * callers never claim the same one.
     */
    readonly claim: (now: number, until: number) => Effect.Effect<Option.Option<WebhookMessage>, StorageUnavailable>;
    /**
     * Stores the outcome of a claimed attempt. Returns false, and changes nothing, if the message was claimed again or was
     * made due by `retry` since.
     */
    readonly settle: (
      attempt: ClaimedAttempt,
      outcome: AttemptOutcome,
      result: AttemptResult,
      now: number
    ) => Effect.Effect<boolean, StorageUnavailable>;
    /** Stores that the receiver is gone (a time), or that it is tried again (null). */
    readonly setStopped: (at: number | null) => Effect.Effect<void, StorageUnavailable>;
    /** Makes a message that was not delivered due now. Returns false for any other, and for an unknown id. */
    readonly retry: (id: string, now: number) => Effect.Effect<boolean, StorageUnavailable>;
    /** Returns a message. */
    readonly find: (id: string) => Effect.Effect<Option.Option<WebhookMessage>, StorageUnavailable>;
    /** Returns the messages that were stored last, the newest first. */
    readonly latest: (limit: number) => Effect.Effect<ReadonlyArray<WebhookMessage>, StorageUnavailable>;
    readonly counts: Effect.Effect<OutboxCounts, StorageUnavailable>;
    /** Deletes the messages that are no longer pending and were first due before a time. */
    readonly forget: (before: number) => Effect.Effect<void, StorageUnavailable>;
    /** Deletes the pending messages: there is no longer a receiver. */
    readonly dropPending: Effect.Effect<void, StorageUnavailable>;
  }
>() {}
