/** Processor time in microseconds, and where it was measured. */
interface Cost {
  readonly title: string;
  readonly service: number;
  readonly database: number;
  readonly source: string;
}

const performance = "[speed and size](performance.md)";

/** What requests cost, as measured on two busy processors. */
export const requestCosts = {
  page: { title: "a page of 20 records", service: 377, database: 178, source: performance },
  nested: { title: "a page with profiles and their posts", service: 661, database: 685, source: performance },
  refresh: { title: "a refresh of an app's tokens", service: 1_789, database: 431, source: performance },
  login: { title: "a complete login", service: 9_755, database: 2_457, source: performance },
  write: {
    title: "a write of one record",
    service: 16_000,
    database: 5_600,
    source: "[decision 107](decisions/0107-what-a-write-costs-the-service.md), under a load of 16: an upper bound"
  },
  synced: {
    title: "a record from live sync",
    service: 12,
    database: 28,
    source: "[decision 68](decisions/0068-how-fast-live-sync-has-to-be.md)"
  }
} as const satisfies Readonly<Record<string, Cost>>;

export type Request = keyof typeof requestCosts;

/** Bytes in the database, and where they were measured. */
export const sizes = {
  /** With indexes, counts and the change log: 14 GB for ten million records. */
  record: { bytes: 1_400, source: "[decision 108](decisions/0108-counts-that-do-not-grow.md)" },
  /** With the audit index: 1,245 MB for a million events. */
  event: { bytes: 1_245, source: "[decision 31](decisions/0031-audit-history-projection.md)" }
} as const;

/** Appends per second of one log, with 64 writers on two processors ([decision 31]). */
export const appendsPerSecond = 2_304;

/** The connections that a process opens to the primary. */
export const connectionsOfProcess = 22;
