import {
  addCalls,
  type CallFailureReason,
  failedCalls,
  noCalls,
  otherHosts,
  type ServerCalls
} from "../../domain/health/ServerCalls.ts";

/** The number of hosts that have a series of their own in one minute. */
export const maxHosts = 200;

/**
 * Counts the calls to other servers by host in one minute. Anyone can name hosts, so their number is limited: the host that
 * was not called for the longest time joins the other hosts, and one without failures first.
 */
export class HostCounters {
  readonly #hosts = new Map<string, ServerCalls>();
  #others: ServerCalls = noCalls;

  /** Counts a call that succeeded (null) or failed at a time in Unix milliseconds. */
  count(host: string, failure: CallFailureReason | null, at: number): void {
    const known = this.#hosts.get(host);
    if (known === undefined && this.#hosts.size >= maxHosts) this.#mergeOne();
    const call: ServerCalls =
      failure === null
        ? { calls: 1, failures: {}, lastFailure: null }
        : { calls: 1, failures: { [failure]: 1 }, lastFailure: { reason: failure, at } };
    this.#hosts.delete(host);
    this.#hosts.set(host, known === undefined ? call : addCalls(known, call));
  }

  /** The counts so far. */
  snapshot(): Readonly<Record<string, ServerCalls>> {
    const counted = Object.fromEntries(this.#hosts);
    return this.#others.calls === 0 ? counted : { ...counted, [otherHosts]: this.#others };
  }

  #mergeOne(): void {
    const [first] = this.#hosts;
    const merged = [...this.#hosts].find(([, calls]) => failedCalls(calls) === 0) ?? first;
    if (merged === undefined) return;
    const [host, calls] = merged;
    this.#hosts.delete(host);
    this.#others = addCalls(this.#others, calls);
  }
}
