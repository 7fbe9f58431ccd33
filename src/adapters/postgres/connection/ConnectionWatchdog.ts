import * as Effect from "effect/Effect";
import type { StatementNamingClient } from "../reads/StatementNamingClient.ts";

/** What the server says about connections that have been silent. */
export type ConnectionState =
  /** The server cannot be reached over a new connection either. */
  | { readonly _tag: "Unreachable" }
  /** The ids of the server processes whose connections are lost. Those that still existed were terminated. */
  | { readonly _tag: "Inspected"; readonly lost: ReadonlySet<number> };

/** Asks the server, over a new connection, about processes that have been silent. Null if it does not respond to that. */
export type InspectServer = (processes: ReadonlyArray<number>) => Effect.Effect<ConnectionState | null>;

interface Activity {
  readonly bytes: number;
  /** When bytes were last seen to have arrived, in milliseconds. */
  readonly bytesAt: number;
  /** Since when the client has been waiting without receiving a byte, in milliseconds; null while it is not waiting. */
  readonly silentSince: number | null;
}

/** How long a connection may be silent before the server is asked about it. */
const silenceLimitMs = 5_000;

/** A process whose event loop was blocked reads within this time what has arrived meanwhile. */
const drainDelay = "100 millis";

const silentConnection = (): Error => new Error("The connection to the database was lost: no response arrived over it");

/**
 * Finds the connections of a pool that were lost without notice, because a firewall, a power cut or a broken network dropped
 * their packets. TCP notices after a quarter of an hour. A statement that runs for long is silent, too, so a connection is
 * closed only if the server says that it is not busy with it, or cannot be reached.
 */
export class ConnectionWatchdog {
  readonly #inspectServer: InspectServer;
  readonly #clients = new Map<StatementNamingClient, Activity>();

  constructor(inspectServer: InspectServer) {
    this.#inspectServer = inspectServer;
  }

  watch(client: StatementNamingClient): void {
    this.#clients.set(client, { bytes: client.bytesReceived, bytesAt: performance.now(), silentSince: null });
  }

  forget(client: StatementNamingClient): void {
    this.#clients.delete(client);
  }

  /** Checks every connection once, and closes those that are lost. Returns their number. */
  readonly check: Effect.Effect<number> = Effect.suspend(() => {
    this.#recordActivity();
    return this.#silent().length === 0 ? Effect.succeed(0) : Effect.delay(this.#recheckSilent, drainDelay);
  });

  readonly #recheckSilent: Effect.Effect<number> = Effect.suspend(() => {
    this.#recordActivity();
    const silent = this.#silent();
    if (silent.length === 0) return Effect.succeed(0);
    const processes = silent.map(([{ backendPid }]) => backendPid).filter((id) => id !== null);
    return Effect.map(this.#inspectServer(processes), (state) => this.#abandonLost(silent, state));
  });

  #recordActivity(): void {
    const now = performance.now();
    for (const [client, before] of this.#clients) {
      const bytes = client.bytesReceived;
      const isNew = bytes !== before.bytes;
      const isWaiting = client.isBusy;
      this.#clients.set(client, {
        bytes,
        bytesAt: isNew ? now : before.bytesAt,
        silentSince: isWaiting ? (isNew ? now : (before.silentSince ?? now)) : null
      });
    }
  }

  #silent(): ReadonlyArray<[StatementNamingClient, Activity]> {
    const before = performance.now() - silenceLimitMs;
    return [...this.#clients].filter(([, { silentSince }]) => silentSince !== null && silentSince <= before);
  }

  /** A connection over which bytes arrived while the server was asked is not lost. */
  #abandonLost(silent: ReadonlyArray<[StatementNamingClient, Activity]>, state: ConnectionState | null): number {
    if (state === null) return 0;
    const isLost = ({ backendPid }: StatementNamingClient) =>
      state._tag === "Unreachable" || (backendPid !== null && state.lost.has(backendPid));
    const lost = silent
      .filter(([client, { bytes }]) => client.bytesReceived === bytes && isLost(client))
      .map(([client]) => client);
    if (lost.length > 0) for (const client of [...lost, ...this.#silentIdle()]) client.abandon(silentConnection());
    return lost.length;
  }

  /** Idle connections that are silent, too. Otherwise each would fail a statement before it is found to be lost. */
  #silentIdle(): ReadonlyArray<StatementNamingClient> {
    const before = performance.now() - silenceLimitMs;
    return [...this.#clients]
      .filter(([client, { bytesAt }]) => client.isIdle && bytesAt <= before)
      .map(([client]) => client);
  }
}
