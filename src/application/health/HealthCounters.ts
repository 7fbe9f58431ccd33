import * as Context from "effect/Context";
import { type HealthMinute, healthMinutes } from "../../domain/health/HealthMinute.ts";
import type { RequestKind } from "../../domain/health/RequestKind.ts";
import type { RequestOutcome } from "../../domain/health/RequestOutcome.ts";
import type { CallFailureReason } from "../../domain/health/ServerCalls.ts";
import { minuteOf } from "../../domain/sync/stream/minuteOf.ts";
import { HostCounters } from "./HostCounters.ts";
import { ReplicaCounters } from "./ReplicaCounters.ts";
import { RequestCounters } from "./RequestCounters.ts";
import { TotalCounters } from "./TotalCounters.ts";

/** What is counted within one minute. */
class MinuteCounters {
  readonly minute: number;
  readonly hosts = new HostCounters();
  readonly #requests = new Map<RequestKind, RequestCounters>();

  constructor(minute: number) {
    this.minute = minute;
  }

  requests(kind: RequestKind): RequestCounters {
    const known = this.#requests.get(kind);
    if (known !== undefined) return known;
    const created = new RequestCounters();
    this.#requests.set(kind, created);
    return created;
  }

  snapshot(): HealthMinute {
    const requests = Object.fromEntries([...this.#requests].map(([kind, counters]) => [kind, counters.snapshot()]));
    return { minute: this.minute, requests, servers: this.hosts.snapshot() };
  }
}

/**
 * Counts the requests of a process and its calls to PDSes by minute. Labels are closed sets, or limited in number, so that
 * no number of requests makes it grow. Times are in Unix milliseconds.
 */
export class ProcessCounters {
  /** The minutes that are not completely reported, in order. The last one is the current one. */
  readonly #minutes: Array<MinuteCounters> = [];

  /** What was counted since the process started. */
  readonly totals = new TotalCounters();

  /** The reads from replicas of the database since the process started. */
  readonly replicas = new ReplicaCounters();

  /** Counts a request that ended now, and took so long until its response began. */
  countRequest(kind: RequestKind, outcome: RequestOutcome, milliseconds: number, now: number): void {
    this.#at(now).requests(kind).count(outcome, milliseconds);
    this.totals.countRequest(kind, outcome, milliseconds);
  }

  /** Counts a call to a PDS or authorization server that ended now. */
  countCall(host: string, failure: CallFailureReason | null, now: number): void {
    this.#at(now).hosts.count(host, failure, now);
    this.totals.countCall(failure);
  }

  /** The minutes that are not completely reported. */
  get unreported(): ReadonlyArray<HealthMinute> {
    return this.#minutes.map((counters) => counters.snapshot());
  }

  /** Forgets minutes that were reported when they were over. */
  forget(reportedAt: number): void {
    const current = minuteOf(reportedAt);
    while (this.#minutes[0] !== undefined && this.#minutes[0].minute < current) this.#minutes.shift();
  }

  #at(now: number): MinuteCounters {
    const last = this.#minutes.at(-1);
    // A clock that was set back does not reopen a minute.
    if (last !== undefined && now < last.minute + 60_000) return last;
    const created = new MinuteCounters(minuteOf(now));
    this.#minutes.push(created);
    if (this.#minutes.length > healthMinutes) this.#minutes.shift();
    return created;
  }
}

/** The counters of this process. */
export class HealthCounters extends Context.Reference<HealthCounters>()("application/HealthCounters", {
  defaultValue: () => new ProcessCounters()
}) {}
