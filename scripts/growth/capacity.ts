import { eurosPerTerabyte, machine, usage, utilization } from "./assumptions.ts";
import { appendsPerSecond, connectionsOfProcess, type Request, requestCosts, sizes } from "./measuredCosts.ts";

const secondsOfDay = 86_400;
const daysOfMonth = 30;

const kinds: ReadonlyArray<Request> = ["page", "nested", "refresh", "login", "write", "synced"];
const queries: ReadonlySet<Request> = new Set(["page", "nested"]);

/** What a number of accounts needs. */
export interface Capacity {
  readonly accounts: number;
  /** Per second, at the busiest hour. */
  readonly queries: number;
  readonly writes: number;
  readonly events: number;
  /** Processor cores that are busy at the busiest hour. */
  readonly serviceCores: number;
  readonly readCores: number;
  readonly primaryCores: number;
  readonly recordBytes: number;
  readonly eventBytes: number;
  readonly serviceMachines: number;
  readonly databaseMachines: number;
  /** Connections to the primary. */
  readonly connections: number;
  readonly egressBytesPerMonth: number;
  readonly eurosPerMonth: number;
  /** Whether one log takes the events of the busiest hour. */
  readonly fitsOneLog: boolean;
  /** Whether one machine holds all data. If not, it is distributed. */
  readonly fitsOneMachine: boolean;
}

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, number) => total + number, 0);

const machinesFor = (cores: number): number => Math.max(1, Math.ceil(cores / (machine.cores * utilization)));

/** Returns what a number of accounts needs, by the measured costs and the assumptions. */
export const capacityFor = (accounts: number): Capacity => {
  const active = accounts * usage.activeDaily;
  const perDay = (kind: Request): number => active * usage.perActiveAccount[kind];
  const atPeak = (kind: Request): number => (perDay(kind) * usage.peak) / secondsOfDay;
  const cores = (some: ReadonlyArray<Request>, where: "service" | "database"): number =>
    sum(some.map((kind) => atPeak(kind) * requestCosts[kind][where])) / 1e6;
  const serviceCores = cores(kinds, "service");
  const readCores = cores(
    kinds.filter((kind) => queries.has(kind)),
    "database"
  );
  const primaryCores = cores(
    kinds.filter((kind) => !queries.has(kind)),
    "database"
  );
  const events = sum(kinds.map((kind) => atPeak(kind) * usage.events[kind]));
  const recordBytes = accounts * usage.recordsPerAccount * sizes.record.bytes;
  const eventBytes = sum(kinds.map((kind) => perDay(kind) * usage.events[kind])) * usage.eventDays * sizes.event.bytes;
  // A copy of the data may need several machines, and there is always a second copy that can take over.
  const machinesOfCopy = Math.ceil((recordBytes + eventBytes) / (machine.diskBytes * machine.fill));
  const serviceMachines = Math.max(2, machinesFor(serviceCores));
  const egressBytesPerMonth = sum([...queries].map(perDay)) * usage.responseBytes * daysOfMonth;
  const databaseMachines = Math.max(2 * machinesOfCopy, machinesFor(readCores) + machinesFor(primaryCores));
  return {
    accounts,
    queries: sum([...queries].map(atPeak)),
    writes: atPeak("write"),
    events,
    serviceCores,
    readCores,
    primaryCores,
    recordBytes,
    eventBytes,
    serviceMachines,
    databaseMachines,
    connections: Math.ceil(serviceCores / utilization) * connectionsOfProcess,
    egressBytesPerMonth,
    eurosPerMonth:
      (serviceMachines + databaseMachines) * machine.eurosPerMonth + (egressBytesPerMonth / 1e12) * eurosPerTerabyte,
    fitsOneLog: events <= appendsPerSecond,
    fitsOneMachine: machinesOfCopy === 1
  };
};
