import { median } from "../rounds/median.ts";
import { percentile } from "../rounds/percentile.ts";

/** What requests of one kind took together. What the system does not report is NaN. */
export interface StepUse {
  /** The time of each, in milliseconds. */
  readonly took: ReadonlyArray<number>;
  readonly seconds: number;
  /** Processor time of the server, in microseconds. */
  readonly processor: number;
  /** Processor time of its database, in microseconds. */
  readonly database: number;
  /** Processor time of the load generator, in microseconds. */
  readonly load: number;
}

const sums = (first: StepUse, second: StepUse) => ({
  seconds: first.seconds + second.seconds,
  processor: first.processor + second.processor,
  database: first.database + second.database,
  load: first.load + second.load
});

/** Returns two parts of the same requests as one: each took the time of both. */
export const inSequence = (first: StepUse, second: StepUse): StepUse => ({
  ...sums(first, second),
  took: first.took.map((milliseconds, at) => milliseconds + (second.took[at] ?? 0))
});

/** Returns what different requests of the same kind took together. */
export const together = ([first, ...others]: readonly [StepUse, ...ReadonlyArray<StepUse>]): StepUse =>
  others.reduce((sum, each) => ({ ...sums(sum, each), took: [...sum.took, ...each.took] }), first);

/** The result of a step in one round: its rate, times in milliseconds, and processor time of each request in microseconds. */
export interface StepRound {
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
  readonly processor: number;
  readonly database: number;
  readonly load: number;
}

/** Returns the result of the requests of a step. */
export const roundOf = ({ database, load, processor, seconds, took }: StepUse): StepRound => ({
  rate: took.length / seconds,
  p50: median(took),
  p99: percentile(took, 0.99),
  processor: processor / took.length,
  database: database / took.length,
  load: load / took.length
});
