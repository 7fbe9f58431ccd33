import type { StopMode } from "../../support/PostgresProcess.ts";
import type { Loss } from "../TcpProxy.ts";

/** Something that happens to a part of the system for a while, drawn from a seed. `node` counts from 0. */
export type Fault =
  | { readonly _tag: "KillNode" | "StopNode"; readonly node: number; readonly seconds: number }
  | { readonly _tag: "PauseNode"; readonly node: number; readonly seconds: number }
  | { readonly _tag: "ClockJump"; readonly node: number; readonly ahead: number; readonly seconds: number }
  | { readonly _tag: "RestartDatabase"; readonly mode: StopMode }
  | { readonly _tag: "FailOver" }
  | { readonly _tag: "DiskFull"; readonly seconds: number }
  | { readonly _tag: "CutDatabase" | "SwallowDatabase"; readonly node: number; readonly seconds: number }
  | { readonly _tag: "LoseDatabase" | "LosePds"; readonly node: number; readonly how: Loss }
  | {
      readonly _tag: "SlowDatabase" | "SlowPds";
      readonly node: number;
      readonly milliseconds: number;
      readonly seconds: number;
    }
  | { readonly _tag: "CutPds"; readonly node: number; readonly seconds: number }
  | { readonly _tag: "PdsAway" | "PlcAway"; readonly seconds: number };

export type FaultTag = Fault["_tag"];

/** Faults of one lane follow one another; those of different lanes overlap. */
export type Lane = "nodes" | "database" | "network" | "upstream";

export const laneNames: ReadonlyArray<Lane> = ["nodes", "database", "network", "upstream"];

/** What may happen in each lane. */
export const lanes: Readonly<Record<Lane, ReadonlyArray<FaultTag>>> = {
  nodes: ["KillNode", "StopNode", "PauseNode", "ClockJump"],
  database: ["RestartDatabase", "FailOver", "DiskFull"],
  network: ["CutDatabase", "SwallowDatabase", "LoseDatabase", "SlowDatabase", "CutPds", "LosePds", "SlowPds"],
  upstream: ["PdsAway", "PlcAway"]
};

/** One line for a person who reads along. */
export const describeFault = ({ _tag, ...parameters }: Fault): string =>
  [_tag, ...Object.entries(parameters).map(([name, value]) => `${name} ${value}`)].join(", ");
