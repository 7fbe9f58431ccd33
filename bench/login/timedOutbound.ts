import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { OutboundHttp } from "../../src/domain/outbound/OutboundHttp.ts";

/** How long something of others was waited for, requests that overlap counted once, in milliseconds; and how many there were. */
export interface Waited {
  readonly milliseconds: number;
  readonly requests: number;
}

/** A clock beside the way out: what runs while it stands still is the service's own. */
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

  /** What was waited since the last time. */
  take(): Waited {
    const waited = this.#waited;
    this.#waited = { milliseconds: 0, requests: 0 };
    return waited;
  }
}

/** A way out that a clock runs along with. */
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
