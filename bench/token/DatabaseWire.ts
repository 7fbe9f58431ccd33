import { mkdtemp, rm } from "node:fs/promises";
import { connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as Effect from "effect/Effect";
import type * as Scope from "effect/Scope";
import { StatementReader } from "./StatementReader.ts";

/** What went over the wire since the last look: how often a client sent something and waited for a response, and what. */
export interface Traffic {
  readonly roundTrips: number;
  readonly statements: ReadonlyArray<string>;
}

/** Stands between a server and its PostgreSQL, and counts round trips: statements that are sent together are one. */
export class DatabaseWire {
  readonly #socket: string;
  #roundTrips = 0;
  #statements: Array<string> = [];

  constructor(socket: string) {
    this.#socket = socket;
  }

  /** The traffic since the last call. */
  take(): Traffic {
    const traffic = { roundTrips: this.#roundTrips, statements: this.#statements };
    this.#roundTrips = 0;
    this.#statements = [];
    return traffic;
  }

  pass(client: Socket): void {
    const database = connect(this.#socket);
    const reader = new StatementReader((statement) => this.#statements.push(statement));
    let isWaiting = false;
    client.on("data", (chunk) => {
      if (!isWaiting) this.#roundTrips += 1;
      isWaiting = true;
      reader.read(Buffer.from(chunk));
      database.write(chunk);
    });
    database.on("data", (chunk) => {
      isWaiting = false;
      client.write(chunk);
    });
    for (const [own, other] of [
      [client, database],
      [database, client]
    ] as const) {
      own.on("close", () => other.destroy());
      own.on("error", () => other.destroy());
    }
  }
}

const port = 5_432;

const socketIn = (folder: string): string => join(folder, `.s.PGSQL.${port}`);

const listening = (wire: DatabaseWire, folder: string) =>
  new Promise<Server>((resolve, reject) => {
    const server = createServer((client) => wire.pass(client));
    server.once("error", reject).listen(socketIn(folder), () => resolve(server));
  });

/** A wire in front of a database that is reached by a socket in a folder, and its address there, for the scope. */
export const databaseWire = (
  databaseUrl: string
): Effect.Effect<{ readonly wire: DatabaseWire; readonly databaseUrl: string }, never, Scope.Scope> =>
  Effect.gen(function* () {
    const address = new URL(databaseUrl);
    const wire = new DatabaseWire(socketIn(address.searchParams.get("host") ?? ""));
    const folder = yield* Effect.acquireRelease(
      Effect.promise(() => mkdtemp(join(tmpdir(), "tidemark-wire-"))),
      (made) => Effect.promise(() => rm(made, { recursive: true, force: true }))
    );
    yield* Effect.acquireRelease(
      Effect.promise(() => listening(wire, folder)),
      (server) => Effect.sync(() => server.close())
    );
    address.searchParams.set("host", folder);
    return { wire, databaseUrl: address.href };
  });
