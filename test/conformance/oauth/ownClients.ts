import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { memberOf } from "./json.ts";
import type { SeenSecrets } from "./SeenSecrets.ts";
import type { ClientKind } from "./Target.ts";
import type { AuthMethod, TestClient } from "./TestClient.ts";

const cli = fileURLToPath(new URL("../../../src/cli.ts", import.meta.url));
const run = promisify(execFile);

export const webCallback = "https://client.example/callback";

/** Redirect URIs of an app that is registered for every form there is. */
const manyCallbacks = [
  webCallback,
  "https://client.example/callback?tenant=1",
  "http://127.0.0.1/cb",
  "http://[::1]/cb",
  "http://127.0.0.1:4321/fixed",
  "http://localhost/cb",
  "com.example.app:/cb"
];

interface Wanted {
  readonly method: AuthMethod;
  readonly redirectUris: ReadonlyArray<string>;
  readonly scope?: string;
}

const everyKind: Readonly<Partial<Record<ClientKind, Wanted>>> = {
  public: { method: "none", redirectUris: manyCallbacks },
  otherPublic: { method: "none", redirectUris: [webCallback] },
  narrow: { method: "none", redirectUris: [webCallback], scope: "atproto" },
  basic: { method: "client_secret_basic", redirectUris: [webCallback] },
  otherBasic: { method: "client_secret_basic", redirectUris: [webCallback] },
  post: { method: "client_secret_post", redirectUris: [webCallback] }
};

const register = async (
  kind: string,
  { method, redirectUris, scope = "atproto transition:generic" }: Wanted,
  env: Readonly<Record<string, string>>
): Promise<TestClient> => {
  const type = method === "none" ? "public" : "confidential";
  const flags = ["--name", `Conformance, ${kind}`, "--type", type, "--auth-method", method, "--scope", scope];
  const uris = redirectUris.flatMap((uri) => ["--redirect-uri", uri]);
  const { PATH = "" } = process.env;
  const words = ["--disable-warning=ExperimentalWarning", cli, "clients", "register", ...flags, ...uris, "--json"];
  const { stdout } = await run(process.execPath, words, { env: { PATH, ...env } });
  const secret = memberOf(stdout, "clientSecret");
  return {
    clientId: String(memberOf(stdout, "clientId")),
    method,
    secret: typeof secret === "string" ? secret : null,
    key: null,
    redirectUris
  };
};

/** Registers clients of these kinds by the command line, as an operator would. */
export const registerKinds = async (
  kinds: ReadonlyArray<ClientKind>,
  env: Readonly<Record<string, string>>,
  secrets: SeenSecrets
): Promise<Partial<Record<ClientKind, TestClient>>> => {
  const made = await Promise.all(
    kinds.flatMap((kind) => {
      const wanted = everyKind[kind];
      return wanted === undefined ? [] : [register(kind, wanted, env).then((client) => [kind, client] as const)];
    })
  );
  for (const [, client] of made) if (client.secret !== null) secrets.add("a client secret", client.secret);
  return Object.fromEntries(made);
};
