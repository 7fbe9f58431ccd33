import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { startControlServer } from "./controlServer.ts";
import { ensureAccount } from "./ensureAccount.ts";
import { loadPdsPackage, loadPlcPackage } from "./loadPackages.ts";
import type { Account, NetworkInfo } from "./NetworkInfo.ts";
import { openNetworkState } from "./networkState.ts";
import { installOriginMap } from "./originMap.ts";
import { type HostedPds, startPds } from "./pds.ts";
import { startPlc } from "./plc.ts";

// Prints one line of JSON (NetworkInfo) when everything answers; ends when its standard input closes.

const { values: flags } = parseArgs({
  options: {
    pds: { type: "string", default: "1" },
    account: { type: "string", multiple: true, default: [] },
    map: { type: "string", multiple: true, default: [] },
    "token-max-age-ms": { type: "string" },
    "nonce-rotation-ms": { type: "string" },
    "plc-port": { type: "string" },
    "pds-port": { type: "string", multiple: true, default: [] },
    "data-directory": { type: "string" }
  }
});
const numberOf = (text: string | undefined) => (text === undefined ? undefined : Number(text));

const directory =
  flags["data-directory"] === undefined
    ? await mkdtemp(join(tmpdir(), "tidemark-pds-"))
    : resolve(flags["data-directory"]);

const running: Array<{ readonly stop: () => Promise<void> }> = [];
let ending = false;
const end = async (code: number) => {
  if (ending) return;
  ending = true;
  // Whatever is being started must be there to be stopped, or its files would outlive the clean-up.
  await started.catch(() => undefined);
  await Promise.allSettled(running.map((part) => part.stop()));
  if (flags["data-directory"] === undefined) await rm(directory, { recursive: true, force: true });
  process.exit(code);
};
process.once("SIGTERM", () => end(0)).once("SIGINT", () => end(0));
process.stdin.resume().once("end", () => end(0));
process.stdout.once("error", () => end(0));

const started = start();
try {
  process.stdout.write(`${JSON.stringify(await started)}\n`);
} catch (error) {
  process.stderr.write(`The test PDS did not start: ${error instanceof Error ? error.message : String(error)}\n`);
  await end(1);
}

async function start(): Promise<NetworkInfo> {
  await mkdir(directory, { recursive: true });
  // Both packages create their loggers when imported, and would write them to standard output.
  process.env.LOG_ENABLED ??= "false";
  const origins = installOriginMap();
  for (const pair of flags.map) {
    const [from, to] = pair.split("=");
    if (from !== undefined) origins.map(from, to);
  }

  const state = await openNetworkState(directory, {
    count: Number(flags.pds),
    plcPort: numberOf(flags["plc-port"]),
    pdsPorts: flags["pds-port"].map(Number)
  });
  const plc = await startPlc(await loadPlcPackage(), { port: state.plcPort, journal: join(directory, "plc.jsonl") });
  running.push(plc);

  const pdsPackage = await loadPdsPackage();
  const pdses: Array<HostedPds> = [];
  for (const [index, pdsState] of state.pdses.entries()) {
    const pds = await startPds(pdsPackage, {
      plcUrl: plc.url,
      directory: join(directory, `pds${index + 1}`),
      handleDomain: index === 0 ? ".test" : `.pds${index + 1}.test`,
      state: pdsState,
      tokenMaxAge: numberOf(flags["token-max-age-ms"]),
      nonceRotation: numberOf(flags["nonce-rotation-ms"])
    });
    pdses.push(pds);
    running.push(pds);
  }

  const accounts: Array<Account> = [];
  for (const handle of flags.account) accounts.push(await ensureAccount(homeOf(handle, pdses).url, { handle }));

  const control = await startControlServer({ plc, pdses, origins });
  return {
    plcUrl: plc.url,
    pdses: pdses.map(({ url, did, handleDomain, adminPassword, directory }) => ({
      url,
      did,
      handleDomain,
      adminPassword,
      directory
    })),
    accounts,
    controlUrl: control.url,
    pid: process.pid,
    dataDirectory: directory,
    startMilliseconds: Math.round(performance.now())
  };
}

function homeOf(handle: string, pdses: ReadonlyArray<HostedPds>): HostedPds {
  const pds = pdses.find(({ handleDomain }) => handle.slice(handle.indexOf(".")) === handleDomain);
  if (pds === undefined) throw new Error(`No PDS serves the domain of ${handle}`);
  return pds;
}
