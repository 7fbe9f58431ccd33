import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import * as Schema from "effect/Schema";
import { NotApplicable } from "../../test/conformance/oauth/Check.ts";
import { waiting } from "../../test/conformance/oauth/movingClock.ts";
import { ProofKey } from "../../test/conformance/oauth/ProofKey.ts";
import { selfRegister } from "../../test/conformance/oauth/registration.ts";
import { SeenSecrets } from "../../test/conformance/oauth/SeenSecrets.ts";
import { type ClientKind, Target, type TargetOptions } from "../../test/conformance/oauth/Target.ts";
import type { AuthMethod, TestClient } from "../../test/conformance/oauth/TestClient.ts";
import { reject, signIn } from "../../test/pds/signIn.ts";
import type { Options } from "./Options.ts";

const methodOf: Readonly<Record<ClientKind, AuthMethod>> = {
  public: "none",
  otherPublic: "none",
  narrow: "none",
  basic: "client_secret_basic",
  otherBasic: "client_secret_basic",
  post: "client_secret_post",
  jwt: "private_key_jwt",
  otherJwt: "private_key_jwt"
};

const Kind = Schema.Literal("public", "otherPublic", "narrow", "basic", "otherBasic", "post", "jwt", "otherJwt");

const PrivateJwk = Schema.Struct({
  kty: Schema.Literal("EC"),
  crv: Schema.Literal("P-256"),
  x: Schema.String,
  y: Schema.String,
  d: Schema.String,
  kid: Schema.optionalWith(Schema.String, { exact: true })
});

const Known = Schema.Struct({
  client_id: Schema.String,
  client_secret: Schema.optional(Schema.String),
  private_jwk: Schema.optional(PrivateJwk),
  redirect_uris: Schema.NonEmptyArray(Schema.String)
});

const readClients = Schema.decodeUnknownSync(
  Schema.parseJson(Schema.partial(Schema.Record({ key: Kind, value: Known })))
);

const knownClients = async (file: string | null): Promise<TargetOptions["clients"]> => {
  if (file === null) return {};
  const clients: Partial<Record<ClientKind, TestClient>> = {};
  for (const [name, known] of Object.entries(readClients(await readFile(file, "utf8")))) {
    const kind = Schema.decodeUnknownSync(Kind)(name);
    const key = known?.private_jwk === undefined ? null : await ProofKey.from({ ...known.private_jwk });
    if (known === undefined) continue;
    clients[kind] = {
      clientId: known.client_id,
      method: methodOf[kind],
      secret: known.client_secret ?? null,
      key,
      redirectUris: known.redirect_uris
    };
  }
  return clients;
};

/** Clients that are not configured register themselves. */
const registerRest = async (target: Target): Promise<void> => {
  if (typeof target.metadata.registration_endpoint !== "string") return;
  for (const kind of Kind.literals) {
    if (target.options.clients[kind] !== undefined) continue;
    const more = kind === "narrow" ? { scope: "atproto" } : {};
    const made = await selfRegister(target, methodOf[kind], more).catch(() => null);
    if (made !== null) target.know({ [kind]: made });
  }
};

const approval = ({ account, loginCommand }: Options): TargetOptions["approve"] => {
  if (loginCommand !== null) {
    return async (url) => {
      const { stdout } = await promisify(execFile)(loginCommand, [url.href]);
      return new URL(stdout.trim().split("\n").at(-1) ?? "");
    };
  }
  if (account === null) return null;
  return async (url) => {
    const outcome = await signIn(url, account);
    if (outcome._tag === "Refused") throw new Error(`The PDS refused at ${outcome.step}: ${outcome.status}`);
    return outcome.redirect;
  };
};

const refusal = ({ account }: Options): TargetOptions["refuse"] =>
  account === null
    ? null
    : async (url) => {
        const outcome = await reject(url);
        if (outcome._tag === "Refused") throw new Error(`The PDS refused at ${outcome.step}: ${outcome.status}`);
        return outcome.redirect;
      };

const longestWait = 90_000;

/** A foreign server, known by its URL and by what its operator provided. */
export const foreignTarget = async (issuer: string, options: Options): Promise<Target> => {
  const base: TargetOptions = {
    issuer,
    nodes: [issuer],
    resource: options.resource,
    clients: await knownClients(options.clients),
    loginHint: options.account?.handle ?? null,
    approve: approval(options),
    refuse: refusal(options),
    approveAsAnother: null,
    inBrowser: null,
    clientHost: null,
    secrets: new SeenSecrets(),
    operator: null,
    variants: {},
    elapse: (milliseconds) =>
      milliseconds > longestWait
        ? Promise.reject(new NotApplicable(`nobody waits ${Math.round(milliseconds / 1_000)} s`))
        : waiting(milliseconds),
    clockAhead: () => 0
  };
  const target = await Target.connect(base);
  await registerRest(target);
  if (!options.nonces) return target;
  const asking = await Target.connect({ ...target.options });
  target.options = { ...target.options, variants: { nonces: asking } };
  return target;
};
