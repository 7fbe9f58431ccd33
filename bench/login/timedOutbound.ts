import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { OutboundHttp } from "../../src/domain/outbound/OutboundHttp.ts";

/** What was spent on requests to other servers, with overlapping requests counted once. */
export interface Waited {
  readonly milliseconds: number;
  readonly requests: number;
  /** Processor time of this process meanwhile, in microseconds. */
  readonly processor: number;
}

const noWaits: Waited = { milliseconds: 0, requests: 0, processor: 0 };

/** Measures when outbound requests are running. The rest of the time is the service's own. */
export class OutboundClock {
  #open = 0;
  #since = 0;
  #usage = process.cpuUsage();
  #waited = noWaits;

  begin(): void {
    if (this.#open === 0) {
      this.#since = performance.now();
      this.#usage = process.cpuUsage();
    }
    this.#open += 1;
  }

  end(): void {
    this.#open -= 1;
    const { milliseconds, processor, requests } = this.#waited;
    const isLast = this.#open === 0;
    const { system, user } = isLast ? process.cpuUsage(this.#usage) : { system: 0, user: 0 };
    this.#waited = {
      milliseconds: milliseconds + (isLast ? performance.now() - this.#since : 0),
      requests: requests + 1,
      processor: processor + system + user
    };
  }

  /** The waits since the last call. */
  take(): Waited {
    const waited = this.#waited;
    this.#waited = noWaits;
    return waited;
  }
}

/** An outbound client that is measured. */
export const timed = <E, R>(clock: OutboundClock, outbound: Layer.Layer<OutboundHttp, E, R>) =>
  Layer.effect(
    OutboundHttp,
    Effect.map(OutboundHttp, ({ send }) =>
      OutboundHttp.of({
        send: (request) =>
          Effect.acquireUseRelease(
            Effect.sync(() => clock.begin()),
            () => send(request),
            () => Effect.sync(() => clock.end())
          )
      })
    )
  ).pipe(Layer.provide(outbound));

/** A `fetch` that is measured until the whole response is here. */
export const timedFetch =
  (clock: OutboundClock): typeof fetch =>
  async (...request) => {
    clock.begin();
    try {
      const response = await fetch(...request);
      const { headers, status, statusText } = response;
      const body = await response.arrayBuffer();
      return new Response(body.byteLength === 0 ? null : body, { headers, status, statusText });
    } finally {
      clock.end();
    }
  };
