import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { OutboundHttp } from "../../src/domain/outbound/OutboundHttp.ts";

/** The time that was spent waiting for other servers, in milliseconds, with overlapping requests counted once; and their number. */
export interface Waited {
  readonly milliseconds: number;
  readonly requests: number;
}

/** Measures when outbound requests are running. The rest of the time is the service's own. */
export class OutboundClock {
  #open = 0;
  #since = 0;
  #waited: Waited = { milliseconds: 0, requests: 0 };

  begin(): void {
    if (this.#open === 0) this.#since = performance.now();
    this.#open += 1;
  }

  end(): void {
    this.#open -= 1;
    const { milliseconds, requests } = this.#waited;
    const more = this.#open === 0 ? performance.now() - this.#since : 0;
    this.#waited = { milliseconds: milliseconds + more, requests: requests + 1 };
  }

  /** The waits since the last call. */
  take(): Waited {
    const waited = this.#waited;
    this.#waited = { milliseconds: 0, requests: 0 };
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
