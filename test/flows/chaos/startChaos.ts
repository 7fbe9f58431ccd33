import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Network } from "../../pds/connectNetwork.ts";
import { testSecretsEnvironment } from "../../support/testSubjectKeys.ts";
import { noteLexicons } from "../noteLexicons.ts";
import { TcpProxy } from "../TcpProxy.ts";
import { ChaosNode } from "./ChaosNode.ts";
import type { ChaosParts } from "./injectFault.ts";
import { ReplicatedDatabase } from "./ReplicatedDatabase.ts";
import type { RunSteps } from "./RunSteps.ts";

export interface StartOptions {
  readonly network: Network;
  readonly nodes: number;
  /** The size of the disk of each database server; null for the disk of the machine, which is never full. */
  readonly diskMegabytes: number | null;
}

/** The parts of a run, and what stops them. */
export interface StartedChaos extends ChaosParts {
  /** The environment of commands, which reach the database over a wire of their own. */
  readonly env: Readonly<Record<string, string>>;
  /** A folder for files of the run. */
  readonly folder: string;
  readonly stop: () => Promise<void>;
}

const secondsToStart = 240;
const secondsToStop = 30;

/** Starts a primary with a standby and several nodes, each with wires of its own to the database and to the PDS. */
export const startChaos = async (
  { diskMegabytes, network, nodes: count }: StartOptions,
  steps: RunSteps
): Promise<StartedChaos> => {
  const folder = await mkdtemp(join(tmpdir(), "tidemark-chaos-"));
  const lexicons = await noteLexicons();
  const database = await steps.require("the database and its standby start", secondsToStart, () =>
    ReplicatedDatabase.start(diskMegabytes)
  );
  const pds = new URL(network.pdses[0].url);
  const pdsWires: Array<TcpProxy> = [];
  const nodes: Array<ChaosNode> = [];
  const stop = async () => {
    await Promise.all(nodes.map((node) => stopNode(node, steps)));
    await steps.attempt("the wires to the PDS close", secondsToStop, () =>
      Promise.all(pdsWires.map((wire) => wire.cut()))
    );
    await steps.attempt("the database stops", secondsToStop, () => database.stop());
    for (const each of [folder, lexicons]) await rm(each, { recursive: true, force: true });
  };
  const env = {
    DATABASE_URL: (await database.wire()).url,
    DATA_DIR: join(folder, "data"),
    LEXICON_DIR: lexicons,
    PLC_DIRECTORY_URL: network.plc.url,
    HANDLE_RESOLVER_URL: pds.origin,
    SYNC_SOURCE: "firehose",
    RELAY_URL: pds.origin.replace(/^http/, "ws"),
    LOG_LEVEL: "warning",
    RATE_LIMIT_PER_ADDRESS: "off",
    RATE_LIMIT_PER_CLIENT: "off",
    RATE_LIMIT_FAILURES: "off",
    ...testSecretsEnvironment
  };
  try {
    const startNode = async (number: number, publicUrl: string | undefined) => {
      const { url, wire: toDatabase } = await database.wire();
      const toPds = await TcpProxy.to({ host: "localhost", port: Number(pds.port) });
      pdsWires.push(toPds);
      const start = () =>
        ChaosNode.start({
          ...{ number, folder, toDatabase, toPds },
          env: { ...env, DATABASE_URL: url },
          pdsPort: pds.port,
          ...(publicUrl !== undefined && { publicUrl })
        });
      nodes.push(await steps.require(`node ${number} starts`, secondsToStart, start));
    };
    // The first one migrates the database, and its address is that of all.
    await startNode(0, undefined);
    const publicUrl = nodes[0]?.process.publicUrl;
    await Promise.all(Array.from({ length: count - 1 }, (_, at) => startNode(at + 1, publicUrl)));
    nodes.sort((one, other) => one.number - other.number);
    return { network, database, nodes, env, folder, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

/** Ends a node as an operator does; one that does not end is killed, and that is a problem. */
const stopNode = async (node: ChaosNode, steps: RunSteps): Promise<void> => {
  const { pid } = node.process;
  const stop = () => node.stop().then(() => true);
  const hasEnded = await steps.attempt(`node ${node.number} ends on SIGTERM`, secondsToStop, stop);
  if (hasEnded === null) process.kill(pid, "SIGKILL");
};
