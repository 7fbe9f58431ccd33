import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import { type DemoFailed, step } from "./DemoFailed.ts";
import { environment } from "./environment.ts";

const tidemark = fileURLToPath(new URL("../../bin/tidemark.js", import.meta.url));
const run = promisify(execFile);

const Client = Schema.Struct({ clientId: Schema.String, name: Schema.String });
const decodeClient = Schema.decodeUnknownSync(Schema.parseJson(Client));
const decodeClients = Schema.decodeUnknownSync(Schema.parseJson(Schema.Struct({ clients: Schema.Array(Client) })));

const name = "Statusphere";

/** The port of a loopback redirect URI is ignored (RFC 8252 section 7.3), so the app may use another one. */
const redirectUri = "http://127.0.0.1:8090/";

const clients = async (dataDir: string, signal: AbortSignal, ...words: ReadonlyArray<string>): Promise<string> => {
  const options = { env: environment({ DATA_DIR: dataDir }), signal };
  const { stdout } = await run(process.execPath, [tidemark, "clients", ...words, "--json"], options);
  return stdout;
};

/** The client id of the example app. The first run registers it with the command line; later runs find it. */
export const exampleClient = (dataDir: string): Effect.Effect<string, DemoFailed> =>
  step("The example app cannot be registered", async (signal) => {
    const known = decodeClients(await clients(dataDir, signal, "list")).clients.find((client) => client.name === name);
    if (known !== undefined) return known.clientId;
    const options = ["--name", name, "--type", "public", "--redirect-uri", redirectUri];
    return decodeClient(await clients(dataDir, signal, "register", ...options)).clientId;
  });
