import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as Schema from "effect/Schema";
import { ServiceProcess } from "../../test/flows/ServiceProcess.ts";
import type { Network } from "../../test/pds/connectNetwork.ts";
import { freePort } from "../../test/pds/freePort.ts";
import { startNetwork } from "../../test/pds/startNetwork.ts";
import type { ReleaseFacts } from "../../test/releases/ReleaseFacts.ts";
import { isStored, storeRelease } from "../../test/releases/storedRelease.ts";
import { olderCheckout } from "../upgrade/olderCheckout.ts";
import { Recording } from "./Recording.ts";
import { recordHistory } from "./recordHistory.ts";

const here = fileURLToPath(new URL("../../", import.meta.url));
const handles = ["alice.test", "bob.test", "carol.test"];

type Say = (line: string) => void;

const decodeManifest = Schema.decodeUnknownSync(Schema.parseJson(Schema.Struct({ version: Schema.String })));
const decodeDocument = Schema.decodeUnknownSync(Schema.Object);
const decodeSessions = Schema.decodeUnknownSync(
  Schema.Array(Schema.Struct({ did: Schema.String, refreshToken: Schema.String }))
);

const read = async (url: string): Promise<object> => decodeDocument(await (await fetch(url)).json());

/** What a stand-in for the PDS must know, to be taken for it. */
const pdsFacts = async ({ account, pdses: [pds], plc }: Network): Promise<ReleaseFacts["pds"]> => {
  const dids = handles.map((handle) => account(handle).did);
  const documents = await Promise.all(dids.map(async (did) => [did, await read(`${plc.url}/${did}`)] as const));
  const columns = `did, currentRefreshToken as "refreshToken"`;
  return {
    url: pds.url,
    metadata: await read(`${pds.url}/.well-known/oauth-authorization-server`),
    documents: Object.fromEntries(documents),
    sessions: decodeSessions(await pds.sql(`select ${columns} from token where currentRefreshToken is not null`))
  };
};

const record = async (network: Network, checkout: string, dataDir: string): Promise<Omit<ReleaseFacts, "version">> => {
  const people = { alice: network.account("alice.test"), bob: network.account("bob.test") };
  const carol = network.account("carol.test");
  const env = {
    DATA_DIR: dataDir,
    PLC_DIRECTORY_URL: network.plc.url,
    HANDLE_RESOLVER_URL: network.pdses[0].url,
    ADMIN_DIDS: people.alice.did
  };
  const publicUrl = `http://127.0.0.1:${await freePort()}`;
  const service = await ServiceProcess.start({ env, publicUrl, checkout });
  try {
    const recording = new Recording(service, checkout, env);
    await recordHistory(recording, service, { ...people, carol });
    const facts = await recording.facts();
    const code = await service.stop();
    if (code !== 0) throw new Error(`The service ended with the exit code ${code}:\n${service.output}`);
    return { storedAt: Date.now(), publicUrl, ...facts, pds: await pdsFacts(network) };
  } finally {
    await service.kill();
  }
};

/** Runs a version, and stores the data folder that it leaves. Fails if the version has one already. */
const storeFrom = async (checkout: string, say: Say): Promise<void> => {
  const { version } = decodeManifest(await readFile(join(checkout, "package.json"), "utf8"));
  if (isStored(version))
    throw new Error(`test/releases has a data folder of ${version}, which is never replaced: change "version" first`);
  const folder = await mkdtemp(join(tmpdir(), "tidemark-data-folder-"));
  const network = await startNetwork({ accounts: handles });
  try {
    say(`Recording the history of ${version} ...`);
    const dataDir = join(folder, "data");
    const facts = await record(network, checkout, dataDir);
    say("Compressing the data folder ...");
    const bytes = await storeRelease({ version, ...facts }, dataDir);
    say(`Stored test/releases/${version}.tar.zst (${bytes} bytes) and test/releases/${version}.json.`);
  } finally {
    await network.stop();
    await rm(folder, { recursive: true, force: true });
  }
};

/** Stores the data folder of this version, or of that of a commit. */
export const storeDataFolder = async (from: string | null, say: Say): Promise<void> => {
  if (from === null) return storeFrom(here, say);
  say(`Checking out ${from} and installing its packages ...`);
  const older = await olderCheckout(from);
  try {
    await storeFrom(older.folder, say);
  } finally {
    await older.remove();
  }
};
