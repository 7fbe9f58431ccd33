import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { subscriberAddress } from "../server/request/subscriberAddress.ts";
import { type LiveLimitRules, LiveLimits } from "./LiveLimits.ts";

/** Why a connection is not accepted. */
export type ConnectionRefusal = "closing" | "too-many" | "too-many-from-address";

/** An accepted connection. */
export interface AcceptedConnection {
  readonly close: () => void;
}

/** The numbers of what is open in this process, and of connections that were dropped since it started. */
export interface LiveCounts {
  readonly sockets: number;
  readonly streams: number;
  readonly operations: number;
  /** Connections that were dropped because their clients did not read fast enough. */
  readonly dropped: number;
}

/** Counts the open connections of a process, limits them, and ends them when the process ends. */
export class OpenConnections {
  readonly #limits: LiveLimitRules;
  readonly #byAddress = new Map<string, number>();
  readonly #open = new Map<AcceptedConnection, () => void>();
  readonly #counts = { sockets: 0, streams: 0, operations: 0, dropped: 0 };
  #isClosing = false;
  #whenEmpty: (() => void) | null = null;

  constructor(limits: LiveLimitRules) {
    this.#limits = limits;
  }

  /** Returns why a connection from an address is not accepted now; null if it is. */
  refusal(clientAddress: string): ConnectionRefusal | null {
    if (this.#isClosing) return "closing";
    if (this.#open.size >= this.#limits.connections) return "too-many";
    const fromAddress = this.#byAddress.get(subscriberAddress(clientAddress)) ?? 0;
    return fromAddress >= this.#limits.connectionsPerAddress ? "too-many-from-address" : null;
  }

  /** Counts a connection if it is within the limits. `goAway` ends it when the process ends. */
  accept(
    kind: "sockets" | "streams",
    clientAddress: string,
    goAway: () => void
  ): AcceptedConnection | ConnectionRefusal {
    const refusal = this.refusal(clientAddress);
    if (refusal !== null) return refusal;
    const address = subscriberAddress(clientAddress);
    this.#byAddress.set(address, (this.#byAddress.get(address) ?? 0) + 1);
    this.#counts[kind] += 1;
    const accepted: AcceptedConnection = {
      close: () => {
        if (!this.#open.delete(accepted)) return;
        this.#counts[kind] -= 1;
        const left = (this.#byAddress.get(address) ?? 1) - 1;
        if (left === 0) this.#byAddress.delete(address);
        else this.#byAddress.set(address, left);
        if (this.#open.size === 0) this.#whenEmpty?.();
      }
    };
    this.#open.set(accepted, goAway);
    return accepted;
  }

  /** Counts an operation while it runs. */
  counted<A, E, R>(operation: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return Effect.acquireUseRelease(
      Effect.sync(() => {
        this.#counts.operations += 1;
      }),
      () => operation,
      () =>
        Effect.sync(() => {
          this.#counts.operations -= 1;
        })
    );
  }

  /** Counts a connection whose client did not read fast enough. */
  countDropped(): void {
    this.#counts.dropped += 1;
  }

  get counts(): LiveCounts {
    return { ...this.#counts };
  }

  /** Accepts no more connections, tells every client to go away, and waits until all connections are closed. */
  get goAway(): Effect.Effect<void> {
    return Effect.async<void>((resume) => {
      this.#isClosing = true;
      if (this.#open.size === 0) return resume(Effect.void);
      this.#whenEmpty = () => resume(Effect.void);
      for (const end of [...this.#open.values()]) end();
    });
  }
}

/** The connections of this process that stay open for subscriptions. */
export class LiveConnections extends Context.Tag("http/LiveConnections")<LiveConnections, OpenConnections>() {}

export const layer: Layer.Layer<LiveConnections, never, LiveLimits> = Layer.effect(
  LiveConnections,
  Effect.map(LiveLimits, (limits) => new OpenConnections(limits))
);
