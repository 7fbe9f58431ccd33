import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, layer } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import { layer as postgresClient } from "../../../../src/adapters/postgres/connection/PostgresClient.ts";
import { migrate } from "../../../../src/adapters/postgres/Migrations.ts";
import { DatabaseUnusable } from "../../../../src/main/DatabaseUnusable.ts";
import { TcpProxy } from "../../../flows/TcpProxy.ts";
import { freePort } from "../../../pds/freePort.ts";
import { TestDatabase, layer as testDatabase } from "../../../support/TestDatabase.ts";
import { temporaryFolder } from "../../../support/temporaryFolder.ts";

const isInstalled = spawnSync("pgbouncer", ["--version"]).status === 0;

const sentByPooler =
  "set plan_cache_mode = force_generic_plan; set jit = off; set timezone = 'UTC'; set idle_in_transaction_session_timeout = '60s'";

/** How a pooler treats the settings that a session starts with. */
const treatments = {
  "refuses the settings": { ignored: "", query: "" },
  "drops the settings": { ignored: "ignore_startup_parameters = options", query: "" },
  "sends the settings itself": { ignored: "ignore_startup_parameters = options", query: sentByPooler }
};
type Treatment = (typeof treatments)[keyof typeof treatments];

const configuration = (
  server: URL,
  ports: { readonly own: number; readonly server: number },
  mode: string,
  { ignored, query }: Treatment
): string => {
  const user = server.username || (server.searchParams.get("user") ?? "postgres");
  const password = server.password === "" ? "" : ` password=${decodeURIComponent(server.password)}`;
  const connectQuery = query === "" ? "" : ` connect_query='${query.replaceAll("'", "''")}'`;
  return `[databases]
* = host=127.0.0.1 port=${ports.server} user=${user}${password}${connectQuery}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ports.own}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
${ignored}
`;
};

/** PgBouncer refuses to run as root. */
const nobody = process.getuid?.() === 0 ? { gid: 65_534, uid: 65_534 } : {};

/** A wire to a server for the scope: the socket of the embedded server is for its user only. */
const wireTo = (server: URL) =>
  Effect.acquireRelease(
    Effect.promise(() => TcpProxy.toDatabase(server)),
    (wire) => Effect.promise(() => wire.cut())
  );

/** Runs PgBouncer in front of a server for the scope; returns the URL of the same database behind it. */
const pooled = (server: URL, mode: string, treatment: Treatment) =>
  Effect.gen(function* () {
    const folder = yield* temporaryFolder;
    const ports = { own: yield* Effect.promise(() => freePort()), server: (yield* wireTo(server)).port };
    const file = join(folder, "pgbouncer.ini");
    yield* Effect.promise(async () => {
      await writeFile(file, configuration(server, ports, mode, treatment));
      await chmod(folder, 0o755);
    });
    yield* Effect.acquireRelease(
      Effect.promise(async () => {
        const child = spawn("pgbouncer", [file], { stdio: ["ignore", "ignore", "pipe"], ...nobody });
        const ready = new Promise<void>((resolve) =>
          createInterface(child.stderr).on("line", (line) => line.includes("process up") && resolve())
        );
        await Promise.race([ready, once(child, "exit")]);
        return child;
      }),
      (child) =>
        Effect.promise(async () => {
          if (child.exitCode !== null || child.signalCode !== null) return;
          child.kill("SIGKILL");
          await once(child, "exit");
        })
    );
    return Redacted.make(`postgresql://any@127.0.0.1:${ports.own}${server.pathname}`);
  });

layer(testDatabase, { excludeTestServices: true })("PgBouncer in front of the database", (it) => {
  for (const mode of ["session", "transaction"])
    for (const [name, treatment] of Object.entries(treatments))
      it.scoped.skipIf(!isInstalled)(`is refused with one line in ${mode} mode if it ${name}`, () =>
        Effect.gen(function* () {
          const { url } = yield* TestDatabase;
          const behind = yield* pooled(new URL(Redacted.value(url)), mode, treatment);
          const attempt = migrate.pipe(Effect.catchTag("SchemaOfLaterVersion", Effect.die));
          const error = yield* Effect.flip(Effect.provide(attempt, postgresClient({ url: behind, maxConnections: 1 })));
          const { message } = DatabaseUnusable.from(behind)(error);
          expect(message).toMatch(
            /^DATABASE_URL .*pooler \(.*PgBouncer\).*let DATABASE_URL name the PostgreSQL server/
          );
          expect(message.split("\n")).toHaveLength(1);
        })
      );
});
