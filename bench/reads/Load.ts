/** The results of 32 connections that send one request after the other. Times are in milliseconds. */
export interface Load {
  readonly requests: number;
  readonly seconds: number;
  readonly p50: number;
  readonly p99: number;
  /** The number of responses other than 2xx, and of requests without a response. */
  readonly failed: number;
}

/** Sends bodies in turn to a server for some seconds; a GET without a body if there are none. */
export type LoadGenerator = (url: string, bodies: ReadonlyArray<string>, seconds: number) => Promise<Load>;

export const connections = 32;
