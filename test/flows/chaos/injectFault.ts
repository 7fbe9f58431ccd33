import { setTimeout } from "node:timers/promises";
import type { Network } from "../../pds/connectNetwork.ts";
import type { ChaosNode } from "./ChaosNode.ts";
import type { Fault } from "./Fault.ts";
import type { ReplicatedDatabase } from "./ReplicatedDatabase.ts";

/** What faults happen to. */
export interface ChaosParts {
  readonly network: Network;
  readonly database: ReplicatedDatabase;
  readonly nodes: ReadonlyArray<ChaosNode>;
}

const during = async (seconds: number, end: () => Promise<void>): Promise<void> => {
  await setTimeout(seconds * 1000);
  await end();
};

/** Injects a fault, and returns when it is over. */
export const injectFault = async ({ database, network, nodes }: ChaosParts, fault: Fault): Promise<void> => {
  const node = "node" in fault ? nodes[fault.node] : undefined;
  switch (fault._tag) {
    case "KillNode":
      await node?.end("SIGKILL");
      return during(fault.seconds, async () => node?.revive());
    case "StopNode":
      await node?.end("SIGTERM");
      return during(fault.seconds, async () => node?.revive());
    case "PauseNode":
      node?.signal("SIGSTOP");
      return during(fault.seconds, async () => node?.signal("SIGCONT"));
    case "ClockJump":
      await node?.shiftClock(fault.ahead * 1000);
      return during(fault.seconds, async () => node?.shiftClock(0));
    case "RestartDatabase":
      return database.restart(fault.mode);
    case "FailOver":
      return database.failOver();
    case "DiskFull":
      return database.whileDiskIsFull(() => during(fault.seconds, async () => undefined));
    case "CutDatabase":
      await node?.toDatabase.cut();
      return during(fault.seconds, async () => node?.toDatabase.mend());
    case "SwallowDatabase": {
      const end = node?.toDatabase.swallow();
      return during(fault.seconds, async () => end?.());
    }
    case "LoseDatabase":
      return node?.toDatabase.lose(fault.how);
    case "LosePds":
      return node?.toPds.lose(fault.how);
    case "SlowDatabase":
      node?.toDatabase.slow(fault.milliseconds);
      return during(fault.seconds, async () => node?.toDatabase.slow(0));
    case "SlowPds":
      node?.toPds.slow(fault.milliseconds);
      return during(fault.seconds, async () => node?.toPds.slow(0));
    case "CutPds":
      await node?.toPds.cut();
      return during(fault.seconds, async () => node?.toPds.mend());
    case "PdsAway":
      await network.pdses[0].stop();
      return during(fault.seconds, network.pdses[0].start);
    case "PlcAway":
      await network.plc.stop();
      return during(fault.seconds, network.plc.start);
  }
};

/** Ends whatever a fault may have left behind at a node. */
export const healNode = async (node: ChaosNode): Promise<void> => {
  node.signal("SIGCONT");
  await node.toDatabase.mend();
  await node.toPds.mend();
  await node.revive();
};
