import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import * as Schema from "effect/Schema";
import type { Registration } from "./App.ts";

const cli = fileURLToPath(new URL("../../src/cli.ts", import.meta.url));
const run = promisify(execFile);

const Registered = Schema.parseJson(
  Schema.Struct({ clientId: Schema.String, clientSecret: Schema.optional(Schema.NullOr(Schema.String)) })
);

/** Registers a client by the command line, as an operator would. */
export const registerByCommand = async (
  env: Readonly<Record<string, string>>,
  type: "public" | "confidential",
  redirectUri: string,
  more: ReadonlyArray<string> = []
): Promise<Registration> => {
  const flags = ["--name", "A flow", "--type", type, "--redirect-uri", redirectUri, ...more, "--json"];
  const { PATH = "" } = process.env;
  const { stdout } = await run(process.execPath, [cli, "clients", "register", ...flags], { env: { PATH, ...env } });
  const { clientId, clientSecret = null } = Schema.decodeUnknownSync(Registered)(stdout);
  return { clientId, clientSecret, redirectUri };
};
