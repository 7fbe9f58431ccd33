/** What 32 connections that ask one request after the other got. Times are in milliseconds. */
export interface Load {
  readonly requests: number;
  readonly seconds: number;
  readonly p50: number;
  readonly p99: number;
  /** Answers other than 2xx, and requests without one. */
  readonly failed: number;
}

/** Sends bodies in turn to a server for some seconds. */
export type LoadGenerator = (url: string, bodies: ReadonlyArray<string>, seconds: number) => Promise<Load>;

export const connections = 32;
