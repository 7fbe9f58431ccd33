import { setTimeout } from "node:timers/promises";
import { type DrawOptions, drawFaults } from "./drawFaults.ts";
import { describeFault, type Fault, type Lane } from "./Fault.ts";
import { type ChaosParts, injectFault } from "./injectFault.ts";
import type { RunSteps } from "./RunSteps.ts";

export interface LaneOptions extends DrawOptions {
  readonly steps: RunSteps;
  readonly isOver: () => boolean;
  readonly onFault: (fault: Fault) => void;
}

/** After how many seconds a fault is given up, beyond the longest time that it lasts: a node has to start again. */
const secondsToEnd = 240;

/** Injects faults of a lane, one after the other, until the run is over or a fault does not end. */
export const runLane = async (
  lane: Lane,
  parts: ChaosParts,
  { isOver, onFault, steps, ...options }: LaneOptions
): Promise<void> => {
  for (const { fault, rest } of drawFaults(lane, options)) {
    for (let left = rest; left > 0 && !isOver(); left -= 0.2) await setTimeout(200);
    if (isOver()) return;
    onFault(fault);
    const inject = () => injectFault(parts, fault).then(() => true);
    const hasEnded = await steps.attempt(describeFault(fault), options.longest + secondsToEnd, inject);
    if (hasEnded === null) return;
  }
};
