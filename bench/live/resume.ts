import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import * as Exit from "effect/Exit";
import * as Schema from "effect/Schema";
import * as Scope from "effect/Scope";
import type { Server } from "../reads/Server.ts";
import { startService, startServiceProcess } from "../sync/startService.ts";
import { ResumingClient } from "./ResumingClient.ts";
import { startStatuses } from "./startStatuses.ts";

/** How much is measured. */
export interface ResumeOptions {
  readonly events: number;
  readonly clients: number;
  /** The pause between two kills, in seconds. */
  readonly killEvery: number;
}

const decodeCursor = Schema.decodeUnknownSync(Schema.Struct({ extensions: Schema.Struct({ cursor: Schema.String }) }));

const cursorOf = async (url: string): Promise<string> => {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", "tidemark-cursor": "1" },
    body: JSON.stringify({ query: "{ xyzStatusphereStatus(first: 1) { totalCount } }" })
  });
  return decodeCursor(await response.json()).extensions.cursor;
};

const sharedFolder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "tidemark-bench-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true, force: true }))
);

/** A process of the service that can be killed and started again. */
class Killable {
  readonly #start: Effect.Effect<Server, unknown, Scope.Scope>;
  #scope: Scope.CloseableScope | null = null;
  #server: Server | null = null;

  constructor(start: Effect.Effect<Server, unknown, Scope.Scope>) {
    this.#start = start;
  }

  get port(): ReadonlyArray<number> {
    return this.#server === null ? [] : [Number(new URL(this.#server.url).port)];
  }

  get up(): Effect.Effect<void, unknown> {
    return Effect.gen(this, function* () {
      this.#scope = yield* Scope.make();
      this.#server = yield* Scope.extend(this.#start, this.#scope);
    });
  }

  /** Kills the process without a warning, and waits until it is gone. */
  get kill(): Effect.Effect<void> {
    return Effect.suspend(() => {
      if (this.#server === null || this.#scope === null) return Effect.void;
      process.kill(this.#server.process, "SIGKILL");
      this.#server = null;
      return Scope.close(this.#scope, Exit.void);
    });
  }
}

/** The longest time in which no client receives anything, in milliseconds. */
const patience = 120_000;

const describe = (client: ResumingClient, expected: number): string => {
  const { connections, distinct, doubled, received } = client.findings;
  const lost = expected - distinct;
  return `${received.toLocaleString("en")} received over ${connections} connections: ${lost} lost, ${doubled} doubled`;
};

/** Counts what is lost or doubled while clients reconnect at random, and processes are killed and started again. */
export const resume = ({ clients: count, events, killEvery }: ResumeOptions, databaseUrl: string) =>
  Effect.gen(function* () {
    const source = yield* startStatuses("fixed");
    const dataDir = yield* sharedFolder;
    const first = yield* startService(source, databaseUrl, { DATA_DIR: dataDir });
    yield* Effect.promise(() => first.contender.storeUpTo(1));
    const settings = { ...first.settings, DATA_DIR: dataDir };
    const others = [0, 1].map(() => new Killable(startServiceProcess(databaseUrl, settings)));
    for (const other of others) yield* other.up;
    yield* Effect.addFinalizer(() => Effect.forEach(others, ({ kill }) => kill, { discard: true }));
    const cursor = yield* Effect.promise(() => cursorOf(first.server.url));
    // The process that the measurement began with leaves the work to those that are killed.
    process.kill(first.server.process, "SIGKILL");
    const ports = () => others.flatMap(({ port }) => port);
    const clients = Array.from({ length: count }, () => new ResumingClient(cursor, events, ports));
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        for (const client of clients) client.stop();
      })
    );
    // Event 0 is before the cursor.
    const expected = events - 1;
    const start = performance.now();
    source.release(first.path, events, null);
    let [kills, slowest, since] = [0, 0, performance.now()];
    for (;;) {
      yield* Effect.sleep(`${killEvery} seconds`);
      const reached = Math.min(...clients.map(({ findings }) => findings.distinct));
      if (reached !== slowest) [slowest, since] = [reached, performance.now()];
      yield* Console.log(
        `${Math.round((performance.now() - start) / 1_000)} s: ${reached.toLocaleString("en")} events at the slowest client, ${kills} kills`
      );
      if (reached >= expected) break;
      if (performance.now() - since > patience) break;
      const victim = others[kills % others.length];
      if (victim === undefined) break;
      kills += 1;
      yield* victim.kill;
      yield* victim.up;
    }
    yield* Effect.forEach(clients, (client) => Console.log(describe(client, expected)), { discard: true });
  }).pipe(Effect.scoped);
