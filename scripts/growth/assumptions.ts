import type { Request } from "./measuredCosts.ts";

/** What accounts do. Nothing of this is measured: put in the numbers of your app. */
export const usage = {
  /** The part of the accounts that use an app on a day. */
  activeDaily: 0.1,
  /** The indexed records of an account. */
  recordsPerAccount: 50,
  /** Requests of one active account on a day. */
  perActiveAccount: { page: 60, nested: 20, refresh: 8, login: 0.2, write: 5, synced: 5 } satisfies Record<
    Request,
    number
  >,
  /** Events that requests append to the log. */
  events: { page: 0, nested: 0, refresh: 2, login: 10, write: 2, synced: 0 } satisfies Record<Request, number>,
  /** The busiest hour, compared with an average one. */
  peak: 3,
  /** Days for which events stay in the database. Older ones are in the archives. */
  eventDays: 90,
  /** Bytes of a response to a query, compressed. */
  responseBytes: 6_000
} as const;

/** The part of a machine that is used at the busiest hour. */
export const utilization = 0.5;

/** A machine of the price list, and the part of its disk that data may take. */
export const machine = { cores: 16, diskBytes: 7.6e12, fill: 0.7, eurosPerMonth: 300 } as const;

/** The price of traffic that leaves the provider. */
export const eurosPerTerabyte = 1.2;
