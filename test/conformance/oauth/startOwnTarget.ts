import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ServiceProcess } from "../../flows/ServiceProcess.ts";
import { TcpProxy } from "../../flows/TcpProxy.ts";
import { CookieJar } from "../../pds/CookieJar.ts";
import type { Network } from "../../pds/connectNetwork.ts";
import { freePort } from "../../pds/freePort.ts";
import type { Account } from "../../pds/NetworkInfo.ts";
import { consent, reject, signIn } from "../../pds/signIn.ts";
import { ClientHost } from "./ClientHost.ts";
import { hasBrowser, inBrowser } from "./inBrowser.ts";
import type { Operator } from "./Operator.ts";
import { registerKinds } from "./ownClients.ts";
import { createDatabase } from "./ownDatabase.ts";
import { recordedEvents, storedText } from "./readDatabase.ts";
import { selfRegister } from "./registration.ts";
import { SeenSecrets } from "./SeenSecrets.ts";
import { Target, type TargetOptions } from "./Target.ts";

export interface OwnTarget {
  readonly target: Target;
  readonly account: Account;
  readonly secrets: SeenSecrets;
  /** The database that the processes share. */
  readonly databaseUrl: string;
  readonly stop: () => Promise<void>;
}

const processes = 4;

/** A person at the PDS, who signs in once and is remembered there. */
const person = (account: Account) => {
  const jar = new CookieJar();
  let known = false;
  return {
    approve: async (url: URL): Promise<URL> => {
      const { did, handle, password } = account;
      const outcome = known
        ? await consent(url, { did }, jar)
        : await signIn(url, { handle, password, remember: true }, jar);
      if (outcome._tag === "Refused")
        throw new Error(`The PDS refused at ${outcome.step}: ${outcome.status} ${outcome.body.slice(0, 300)}`);
      known = true;
      return outcome.redirect;
    },
    refuse: async (url: URL): Promise<URL> => {
      const outcome = await reject(url);
      if (outcome._tag === "Refused") throw new Error(`The PDS refused at ${outcome.step}: ${outcome.status}`);
      return outcome.redirect;
    }
  };
};

/** Every file of the data folder but the key that lies there to be read. */
const filesBelow = async (folder: string): Promise<string> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const kept = paths.filter((path) => !path.endsWith("signing-key.pem"));
  return (await Promise.all(kept.map((path) => readFile(path, "latin1")))).join("\n");
};

const wireTo = async (databaseUrl: string) => {
  const database = new URL(databaseUrl);
  const port = Number(database.port || 5432);
  const folder = database.searchParams.get("host");
  const wire = await TcpProxy.to(
    folder === null ? { host: database.hostname, port } : { path: `${folder}/.s.PGSQL.${port}` }
  );
  const user = database.username || (database.searchParams.get("user") ?? "");
  return { wire, url: `postgresql://${user}:${database.password}@127.0.0.1:${wire.port}${database.pathname}` };
};

const moveClock = async (port: number, ahead: number): Promise<void> => {
  await fetch(`http://127.0.0.1:${port}`, { method: "POST", body: String(ahead) });
};

/** Starts our service as the suite needs it: four processes on one database, and others in the moods of `Variant`. */
export const startOwnTarget = async (
  network: Network,
  postgresUrl: string,
  name = "conformance"
): Promise<OwnTarget> => {
  const publicUrl = `https://${name}.tidemark.internal`;
  const travellingUrl = `https://${name}-later.tidemark.internal`;
  const [database, later] = await Promise.all([createDatabase(postgresUrl), createDatabase(postgresUrl)]);
  const dataDir = await mkdtemp(join(tmpdir(), "tidemark-conformance-"));
  const secrets = new SeenSecrets();
  const env = {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    PLC_DIRECTORY_URL: network.plc.url,
    HANDLE_RESOLVER_URL: network.pdses[0].url,
    LOG_LEVEL: "debug",
    ...calm
  };
  const account = await network.pdses[0].createAccount({ handle: `${name}-a.test` });
  const another = await network.pdses[0].createAccount({ handle: `${name}-b.test` });
  secrets.add("a password", account.password);
  const first = await ServiceProcess.start({ env, publicUrl });
  const { wire, url: wiredUrl } = await wireTo(database.url);
  const clockPort = await freePort();
  const movedClock = fileURLToPath(new URL("movedClock.ts", import.meta.url));
  const travellingEnv = {
    ...env,
    DATABASE_URL: later.url,
    NODE_OPTIONS: `--import=${movedClock}`,
    CLOCK_PORT: String(clockPort),
    // Only the process travels, not its database.
    FOLLOW_DATABASE_CLOCK: "false"
  };
  const [fragile, travelling, nonces, otherNonces, guarded, ...others] = await Promise.all([
    ServiceProcess.start({ env: { ...env, DATABASE_URL: wiredUrl }, publicUrl }),
    ServiceProcess.start({ env: travellingEnv, publicUrl: travellingUrl }),
    ServiceProcess.start({ env: { ...env, ...requiringNonces }, publicUrl }),
    ServiceProcess.start({ env: { ...env, ...requiringNonces }, publicUrl }),
    ServiceProcess.start({ env: { ...env, ...strict }, publicUrl }),
    ...Array.from({ length: processes - 1 }, () => ServiceProcess.start({ env, publicUrl }))
  ]);
  await network.mapOrigin(publicUrl, first.reach);
  await network.mapOrigin(travellingUrl, travelling.reach);
  const kinds = ["public", "otherPublic", "narrow", "basic", "otherBasic", "post"] as const;
  const clients = await registerKinds(kinds, env, secrets);
  const laterClients = await registerKinds(["public", "basic"], { ...env, DATABASE_URL: later.url }, secrets);

  const all = [first, fragile, travelling, nonces, otherNonces, guarded, ...others];
  let people = 0;
  const operator: Operator = {
    events: () => recordedEvents(database.url),
    storedText: () => storedText(database.url),
    somebody: async () => {
      people += 1;
      const [pds] = network.pdses;
      const made = await pds.createAccount({ handle: `${name}-p${people}.test` });
      const count = `select count(*) as count from token where did = '${made.did}'`;
      return {
        loginHint: made.handle,
        approve: person(made).approve,
        sessionsAtPds: async () => Number((await pds.sql(count))[0]?.count)
      };
    },
    cutDatabase: () => wire.cut(),
    mendDatabase: () => wire.mend(),
    kill: () => fragile.kill(),
    start: () => fragile.start(),
    startElsewhere: async () => {
      const started = await ServiceProcess.start({ env, publicUrl: "https://moved.tidemark.internal" }).catch(String);
      if (typeof started === "string") return { started: false, output: started };
      await started.stop();
      return { started: true, output: started.output };
    },
    kept: async () => ({
      "the database": await storedText(database.url),
      "the other database": await storedText(later.url),
      "the output of the processes": all.map((each) => each.output).join("\n"),
      "the data folder": await filesBelow(dataDir)
    })
  };
  const clientHost = await ClientHost.start();
  let ahead = 0;
  const elapse = async (milliseconds: number) => {
    ahead = milliseconds === 0 ? 0 : ahead + milliseconds;
    await moveClock(clockPort, ahead);
  };
  const base: TargetOptions = {
    issuer: publicUrl,
    nodes: [first, ...others].map((each) => each.reach),
    resource: `${publicUrl}/graphql`,
    clients,
    loginHint: account.handle,
    ...person(account),
    approveAsAnother: person(another).approve,
    inBrowser: hasBrowser ? inBrowser : null,
    clientHost,
    secrets,
    operator,
    variants: {},
    elapse: null,
    clockAhead: () => 0
  };
  const variants = {
    fragile: await Target.connect({ ...base, nodes: [fragile.reach] }),
    nonces: await Target.connect({ ...base, nodes: [nonces.reach, otherNonces.reach] }),
    guarded: await Target.connect({ ...base, nodes: [guarded.reach] }),
    travelling: await Target.connect({
      ...base,
      issuer: travellingUrl,
      resource: `${travellingUrl}/graphql`,
      nodes: [travelling.reach],
      clients: laterClients,
      elapse,
      clockAhead: () => ahead,
      operator: { ...operator, events: () => recordedEvents(later.url), storedText: () => storedText(later.url) }
    })
  };
  const target = await Target.connect({ ...base, variants });
  if (typeof target.metadata.registration_endpoint === "string") {
    const byKey = {
      jwt: await selfRegister(target, "private_key_jwt"),
      otherJwt: await selfRegister(target, "private_key_jwt")
    };
    for (const each of [target, variants.fragile, variants.nonces, variants.guarded]) each.know(byKey);
  }
  return {
    target,
    account,
    secrets,
    databaseUrl: database.url,
    stop: async () => {
      await Promise.all(all.map((each) => each.stop()));
      await wire.cut();
      clientHost.stop();
      await Promise.all([network.mapOrigin(publicUrl, undefined), network.mapOrigin(travellingUrl, undefined)]);
      await Promise.all([database.drop(), later.drop()]);
      await rm(dataDir, { recursive: true, force: true });
    }
  };
};

/** Limits that a suite from one address does not run into. */
const calm: Readonly<Record<string, string>> = {
  RATE_LIMIT_PER_ADDRESS: "off",
  RATE_LIMIT_PER_CLIENT: "off",
  RATE_LIMIT_FAILURES: "off"
};

/** Limits that a handful of requests reaches. */
const strict: Readonly<Record<string, string>> = {
  TRUST_PROXY: "1",
  RATE_LIMIT_PER_ADDRESS: "60",
  RATE_LIMIT_PER_CLIENT: "60",
  RATE_LIMIT_FAILURES: "10"
};

const requiringNonces: Readonly<Record<string, string>> = { REQUIRE_DPOP_NONCE: "true" };
