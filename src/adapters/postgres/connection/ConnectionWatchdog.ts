import * as Effect from "effect/Effect";
import type { StatementNamingClient } from "../reads/StatementNamingClient.ts";

/** What became of the statements that the server owes an answer for. */
export type ConnectionState =
  /** The server cannot be reached over a new connection either. */
  | { readonly _tag: "Unreachable" }
  /** The server processes that wait for their client although it waits for them; `pg_terminate_backend` ended them. */
  | { readonly _tag: "Inspected"; readonly lost: ReadonlySet<number> };

/** Asks the server, over a new connection, about the processes that have been silent. Null where it tells nothing. */
export type InspectServer = (processes: ReadonlyArray<number>) => Effect.Effect<ConnectionState | null>;

interface Activity {
  readonly bytes: number;
  /** When bytes last came in, as far as somebody looked, in milliseconds. */
  readonly bytesAt: number;
  /** Since when the client has been waiting without a byte; null while it does not wait. */
  readonly silentSince: number | null;
}

/** How long a connection may be silent before the server is asked about it, in milliseconds. */
const silenceLimitMs = 5_000;

/** A process that was held up reads what has arrived meanwhile in this time. */
const drainDelay = "100 millis";

const silentConnection = (): Error => new Error("The connection to the database is silent: no answer came over it");

/**
 * Finds the connections of a pool that are lost without a word, because a firewall, a power cut or a broken network
 * dropped what was on its way. TCP notices after a quarter of an hour. A statement that runs for long is silent, too, so
 * a connection is given up only when the server says that it is not busy with it, or cannot be reached.
 */
export class ConnectionWatchdog {
  readonly #ask: InspectServer;
  readonly #clients = new Map<StatementNamingClient, Activity>();

  constructor(ask: InspectServer) {
    this.#ask = ask;
  }

  watch(client: StatementNamingClient): void {
    this.#clients.set(client, { bytes: client.bytesReceived, bytesAt: performance.now(), silentSince: null });
  }

  forget(client: StatementNamingClient): void {
    this.#clients.delete(client);
  }

  /** Looks once at every connection, and gives up those that are lost. Gives how many were. */
  readonly look: Effect.Effect<number> = Effect.suspend(() => {
    this.#listen();
    return this.#silent().length === 0 ? Effect.succeed(0) : Effect.delay(this.#recheckSilent, drainDelay);
  });

  readonly #recheckSilent: Effect.Effect<number> = Effect.suspend(() => {
    this.#listen();
    const silent = this.#silent();
    if (silent.length === 0) return Effect.succeed(0);
    const processes = silent.map(([{ processID }]) => processID).filter((id) => id !== null);
    return Effect.map(this.#ask(processes), (state) => this.#abandonLost(silent, state));
  });

  #listen(): void {
    const now = performance.now();
    for (const [client, before] of this.#clients) {
      const bytes = client.bytesReceived;
      const isNew = bytes !== before.bytes;
      const isWaiting = client.readyForQuery === false;
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

  /** What was heard while the server was asked counts, too. */
  #abandonLost(silent: ReadonlyArray<[StatementNamingClient, Activity]>, state: ConnectionState | null): number {
    if (state === null) return 0;
    const isLost = ({ processID }: StatementNamingClient) =>
      state._tag === "Unreachable" || (processID !== null && state.lost.has(processID));
    const lost = silent
      .filter(([client, { bytes }]) => client.bytesReceived === bytes && isLost(client))
      .map(([client]) => client);
    if (lost.length > 0) for (const client of [...lost, ...this.#unused()]) client.abandon(silentConnection());
    return lost.length;
  }

  /** Idle connections that were not heard from either: each would have to be found lost by a caller of its own. */
  #unused(): ReadonlyArray<StatementNamingClient> {
    const before = performance.now() - silenceLimitMs;
    return [...this.#clients]
      .filter(([client, { bytesAt }]) => client.readyForQuery === true && bytesAt <= before)
      .map(([client]) => client);
  }
}
