import { tid } from "../../../src/domain/atproto/tid.ts";
import type { Network } from "../../pds/connectNetwork.ts";
import { testSecretsEnvironment } from "../../support/testSubjectKeys.ts";
import { App, type GraphqlResult, type Registration, type Tokens } from "../App.ts";
import { PdsProxy } from "../PdsProxy.ts";
import { ServiceProcess } from "../ServiceProcess.ts";

/** What a run over several processes needs: a network of its own, an empty database and a folder for keys. */
export interface RefreshRunOptions {
  readonly network: Network;
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly register: (env: Readonly<Record<string, string>>) => Promise<Registration>;
  readonly processes: number;
  readonly say?: (line: string) => void;
}

/** Processes of the service, the wire between them and the PDS, and an app with a secret. */
export interface RefreshRun {
  readonly proxy: PdsProxy;
  readonly app: App;
  readonly nodes: ReadonlyArray<ServiceProcess>;
  readonly stop: () => Promise<void>;
}

export const startRefreshRun = async (options: RefreshRunOptions): Promise<RefreshRun> => {
  const { network } = options;
  const [pds] = network.pdses;
  const proxy = await PdsProxy.before(pds.url);
  const env = {
    ...proxy.env,
    DATABASE_URL: options.databaseUrl,
    DATA_DIR: options.dataDir,
    ...testSecretsEnvironment,
    PLC_DIRECTORY_URL: network.plc.url,
    HANDLE_RESOLVER_URL: pds.url,
    BACKFILL: "false",
    RATE_LIMIT_PER_ADDRESS: "off",
    RATE_LIMIT_PER_CLIENT: "off"
  };
  const first = await ServiceProcess.start({ env });
  const nodes = [first];
  while (nodes.length < options.processes) nodes.push(await ServiceProcess.start({ env, publicUrl: first.publicUrl }));
  return {
    proxy,
    nodes,
    app: await App.make(first, await options.register(env)),
    stop: async () => {
      await Promise.all(nodes.map((node) => node.stop()));
      await proxy.stop();
    }
  };
};

let drawn = 0;

/** A call to the PDS with the person's session that changes nothing: what is not there is deleted. */
export const touchPds = (app: App, node: ServiceProcess | undefined, tokens: Tokens): Promise<GraphqlResult> => {
  drawn += 1;
  const rkey = tid(1_700_000_000_000_000n + BigInt(drawn), 0);
  const remove = "mutation ($rkey: String!) { deleteXyzStatusphereStatus(rkey: $rkey) { uri } }";
  return (node === undefined ? app : app.at(node)).graphql(remove, { rkey }, tokens);
};

const create = `mutation { createXyzStatusphereStatus(input: { status: "🌊", createdAt: "2026-11-28T00:00:00Z" }) { uri } }`;

/** Writes one record. */
export const writeAtPds = (app: App, node: ServiceProcess | undefined, tokens: Tokens): Promise<GraphqlResult> =>
  (node === undefined ? app : app.at(node)).graphql(create, {}, tokens);

/** The first error of an answer, as programs read it; null for none. */
export const errorOf = ({ errors }: GraphqlResult): { readonly code: string; readonly cause: string | null } | null => {
  if (errors === undefined) return null;
  const { cause = null, code } = Object(Object(errors)[0]).extensions ?? {};
  return { code: String(code), cause };
};
