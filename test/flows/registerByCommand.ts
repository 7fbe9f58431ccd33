import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import * as Schema from "effect/Schema";
import type { Registration } from "./App.ts";

const here = fileURLToPath(new URL("../../", import.meta.url));
const run = promisify(execFile);

const Registered = Schema.parseJson(
  Schema.Struct({ clientId: Schema.String, clientSecret: Schema.optional(Schema.NullOr(Schema.String)) })
);

/** Registers a client by the command line of a version, this one by default, as an operator would. */
export const registerByCommand = async (
  env: Readonly<Record<string, string>>,
  type: "public" | "confidential",
  redirectUri: string,
  more: ReadonlyArray<string> = [],
  checkout = here
): Promise<Registration> => {
  const flags = ["--name", "A flow", "--type", type, "--redirect-uri", redirectUri, ...more, "--json"];
  const { PATH = "" } = process.env;
  const { stdout } = await run(process.execPath, [join(checkout, "src/cli.ts"), "clients", "register", ...flags], {
    env: { PATH, ...env }
  });
  const { clientId, clientSecret = null } = Schema.decodeUnknownSync(Registered)(stdout);
  return { clientId, clientSecret, redirectUri };
};
