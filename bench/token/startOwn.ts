import * as Effect from "effect/Effect";
import { startServer } from "../reads/Server.ts";
import { temporaryFolder } from "../temporaryDatabase.ts";
import { Contender } from "./Contender.ts";

/** Turns rate limits off, because all load comes from one address. */
const unlimited: Readonly<Record<string, string>> = {
  RATE_LIMIT_PER_ADDRESS: "off",
  RATE_LIMIT_PER_CLIENT: "off",
  RATE_LIMIT_FAILURES: "off"
};

/** A version of the service, and where it stores. */
export interface OwnServer {
  readonly name: string;
  /** The folder of the version. */
  readonly root: URL;
  readonly databaseUrl: string;
  /** Options of Node.js; none by default. */
  readonly nodeOptions?: ReadonlyArray<string>;
}

/** Starts a version of the service with a PDS in memory for the scope. */
export const startOwn = ({ databaseUrl, name, nodeOptions = [], root }: OwnServer) =>
  Effect.gen(function* () {
    const dataDir = yield* temporaryFolder;
    const server = yield* startServer({
      name,
      script: new URL("bench/token/ownServer.ts", root),
      env: { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, LOG_LEVEL: "warning", ...unlimited },
      nodeOptions,
      ready: "listening for"
    });
    const clientId = yield* Effect.promise(async () => (await fetch(new URL("/bench/client", server.url))).text());
    const paths = { par: "/oauth/par", authorize: "/oauth/authorize", token: "/oauth/token" };
    return new Contender(server, clientId, paths);
  });
