import { Dice } from "../faults/Dice.ts";
import { type Fault, type FaultTag, type Lane, lanes } from "./Fault.ts";

/** What faults are drawn for. */
export interface DrawOptions {
  readonly seed: number;
  readonly nodes: number;
  /** Faults that do not happen, such as a full disk where none can be mounted. */
  readonly without: ReadonlySet<FaultTag>;
  /** The longest time that a fault lasts, and that a lane rests between two, in seconds. */
  readonly longest: number;
}

/** A fault after some seconds of rest in its lane. */
export interface DrawnFault {
  readonly rest: number;
  readonly fault: Fault;
}

const clockJumps = [-600, -90, -20, 20, 90, 600];
const losses = ["fin", "reset", "silence"] as const;

/** The last node is never killed, so that its memory can be watched. */
const parametersOf = (_tag: FaultTag, dice: Dice, { longest, nodes }: DrawOptions): Fault => {
  const seconds = 1 + dice.below(longest);
  const node = dice.below(nodes);
  switch (_tag) {
    case "KillNode":
    case "StopNode":
      return { _tag, node: dice.below(nodes - 1), seconds: dice.below(3) };
    case "ClockJump":
      return { _tag, node, ahead: dice.of(clockJumps) ?? 0, seconds };
    case "RestartDatabase":
      return { _tag, mode: dice.happens(0.5) ? "fast" : "immediate" };
    case "FailOver":
      return { _tag };
    case "LoseDatabase":
    case "LosePds":
      return { _tag, node, how: dice.of(losses) ?? "fin" };
    case "SlowDatabase":
    case "SlowPds":
      return { _tag, node, milliseconds: 5 + dice.below(150), seconds };
    case "DiskFull":
    case "PdsAway":
    case "PlcAway":
      return { _tag, seconds };
    case "PauseNode":
    case "CutDatabase":
    case "SwallowDatabase":
    case "CutPds":
      return { _tag, node, seconds };
  }
};

const number: Readonly<Record<Lane, number>> = { nodes: 1, database: 2, network: 3, upstream: 4 };

/** Draws the faults of a lane without end. Each kind happens once before one happens again. */
export function* drawFaults(lane: Lane, options: DrawOptions): Generator<DrawnFault> {
  const dice = new Dice(options.seed * 8 + number[lane]);
  const kinds = lanes[lane].filter((tag) => !options.without.has(tag));
  for (let bag: Array<FaultTag> = []; kinds.length > 0; ) {
    if (bag.length === 0) bag = [...kinds];
    const [_tag] = bag.splice(dice.below(bag.length), 1);
    if (_tag === undefined) return;
    const rest = 1 + dice.roll() * options.longest;
    yield { rest, fault: parametersOf(_tag, dice, options) };
  }
}
