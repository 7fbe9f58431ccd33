import { eurosPerTerabyte, machine, usage, utilization } from "./assumptions.ts";
import { type Capacity, capacityFor } from "./capacity.ts";
import { appendsPerSecond, requestCosts, sizes } from "./measuredCosts.ts";

const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const short = new Intl.NumberFormat("en", { maximumSignificantDigits: 2 });

const gigabytes = (bytes: number): string =>
  bytes < 1e12 ? `${short.format(bytes / 1e9)} GB` : `${short.format(bytes / 1e12)} TB`;

const lines: ReadonlyArray<readonly [title: string, of: (capacity: Capacity) => string]> = [
  ["queries per second, at the busiest hour", ({ queries }) => short.format(queries)],
  ["writes per second", ({ writes }) => short.format(writes)],
  ["events per second", ({ events }) => short.format(events)],
  ["one log takes them", ({ fitsOneLog }) => (fitsOneLog ? "yes" : "no")],
  ["busy cores: service", ({ serviceCores }) => short.format(serviceCores)],
  ["busy cores: queries in the database", ({ readCores }) => short.format(readCores)],
  ["busy cores: all else in the primary", ({ primaryCores }) => short.format(primaryCores)],
  ["records, with indexes", ({ recordBytes }) => gigabytes(recordBytes)],
  [`events of ${usage.eventDays} days, with the audit index`, ({ eventBytes }) => gigabytes(eventBytes)],
  ["one machine holds them", ({ fitsOneMachine }) => (fitsOneMachine ? "yes" : "no")],
  ["connections to the primary", ({ connections }) => whole.format(connections)],
  ["machines for the service", ({ serviceMachines }) => whole.format(serviceMachines)],
  ["machines for the database", ({ databaseMachines }) => whole.format(databaseMachines)],
  ["traffic in a month", ({ egressBytesPerMonth }) => gigabytes(egressBytesPerMonth)],
  ["euros per month", ({ eurosPerMonth }) => short.format(eurosPerMonth)],
  [
    "euros per 1,000 accounts and month",
    ({ accounts, eurosPerMonth }) => short.format((eurosPerMonth / accounts) * 1000)
  ]
];

/** Returns the table of what numbers of accounts need, in Markdown. */
export const capacityTable = (accounts: ReadonlyArray<number>): string => {
  const capacities = accounts.map(capacityFor);
  return [
    `| | ${accounts.map((number) => `${whole.format(number)} accounts`).join(" | ")} |`,
    `| --- |${" --- |".repeat(accounts.length)}`,
    ...lines.map(([title, of]) => `| ${title} | ${capacities.map(of).join(" | ")} |`)
  ].join("\n");
};

/** Returns what the table is computed from, in Markdown. */
export const costTable = (): string =>
  [
    "| measured | service | database | where |",
    "| --- | --- | --- | --- |",
    ...Object.values(requestCosts).map(
      ({ title, service, database, source }) =>
        `| ${title} | ${whole.format(service)} µs | ${whole.format(database)} µs | ${source} |`
    ),
    `| a record, with indexes | | ${whole.format(sizes.record.bytes)} bytes | ${sizes.record.source} |`,
    `| an event, with the audit index | | ${whole.format(sizes.event.bytes)} bytes | ${sizes.event.source} |`,
    `| events of one log | | ${whole.format(appendsPerSecond)} per second | ${sizes.event.source} |`
  ].join("\n");

const { activeDaily, eventDays, events, peak, perActiveAccount, recordsPerAccount, responseBytes } = usage;

/** Returns the assumptions, in Markdown. */
export const assumptionList = (): string =>
  [
    `- **Accounts.** ${activeDaily * 100} % are active on a day. Each account has ${recordsPerAccount} indexed records.`,
    `- **An active account** reads ${perActiveAccount.page + perActiveAccount.nested} pages a day, ${perActiveAccount.nested} of them with profiles and their posts. It writes ${perActiveAccount.write} records, refreshes its tokens ${perActiveAccount.refresh} times, and signs in ${perActiveAccount.login} times. As many records again arrive by live sync.`,
    `- **Events.** A login appends ${events.login}, a refresh ${events.refresh}, a write ${events.write}. They stay in the database for ${eventDays} days, then in archives.`,
    `- **The busiest hour** has ${peak} times the requests of an average one. Machines are then used to ${utilization * 100} %.`,
    `- **A machine** has ${machine.cores} cores and ${gigabytes(machine.diskBytes)} of disk, of which data may take ${machine.fill * 100} %. It costs ${machine.eurosPerMonth} € a month, as rented in Europe. Traffic costs ${eurosPerTerabyte} € per TB. Large cloud providers take 5 to 10 times as much for machines, and 60 to 80 times as much for traffic.`,
    `- **A response** has ${whole.format(responseBytes)} bytes, compressed.`
  ].join("\n");
