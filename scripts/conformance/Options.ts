import { parseArgs } from "node:util";

/** The options of `npm run conformance`. */
export interface Options {
  /** The issuer to check; null to start and check this service. */
  readonly target: string | null;
  /** The URL that accepts access tokens of the target. */
  readonly resource: string | null;
  /** A file with clients that are registered at the target, by purpose. */
  readonly clients: string | null;
  /** An account at a PDS that logs in at the target. */
  readonly account: { readonly handle: string; readonly password: string } | null;
  /** A program that logs in instead: it receives the URL, and prints the URL that the browser returns to. */
  readonly loginCommand: string | null;
  /** Ids of checks, or prefixes of them; empty for all. */
  readonly only: ReadonlyArray<string>;
  /** Whether the target requires its own DPoP nonces. */
  readonly nonces: boolean;
  /** Whether to write `docs/conformance.md`. */
  readonly docs: boolean;
}

export const usage = `npm run conformance -- [flags]
  --target URL          the issuer of another server; without it our own is started, with PDSes to log in at
  --resource URL        the address that takes its access tokens; <target>/graphql unless said
  --clients file.json   clients it knows, by kind: public, otherPublic, narrow (scope atproto only), basic, otherBasic,
                        post, jwt, otherJwt, each { "client_id", "client_secret", "private_jwk", "redirect_uris" };
                        those that are missing register themselves, where the target lets them
  --handle, --password  an account at a PDS, to log in as
  --login-command cmd   instead: a program that is given the address of the login, and writes where it came back to
  --nonces              the target requires DPoP nonces
  --only AZ,RT-09       these checks only
  --docs                write docs/conformance.md`;

/** Reads the flags; null for `--help`. */
export const readOptions = (given: ReadonlyArray<string>): Options | null => {
  const { values } = parseArgs({
    args: [...given],
    options: {
      target: { type: "string" },
      resource: { type: "string" },
      clients: { type: "string" },
      handle: { type: "string" },
      password: { type: "string" },
      "login-command": { type: "string" },
      only: { type: "string", default: "" },
      nonces: { type: "boolean", default: false },
      docs: { type: "boolean", default: false },
      help: { type: "boolean", default: false }
    }
  });
  if (values.help) return null;
  const { clients, handle, password, resource } = values;
  const target = values.target?.replace(/\/+$/, "") ?? null;
  return {
    target,
    resource: resource ?? (target === null ? null : `${target}/graphql`),
    clients: clients ?? null,
    account: handle === undefined || password === undefined ? null : { handle, password },
    loginCommand: values["login-command"] ?? null,
    only: values.only.split(",").filter((part) => part !== ""),
    nonces: values.nonces,
    docs: values.docs
  };
};
