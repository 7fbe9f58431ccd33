import * as Context from "effect/Context";

/** The limits of connections that stay open for subscriptions: WebSockets and event streams. */
export interface LiveLimitRules {
  /** The maximum number of connections of this process. */
  readonly connections: number;
  /** The maximum number of connections from one address; an IPv6 network of 64 bits is one address. */
  readonly connectionsPerAddress: number;
  /** The maximum number of operations in progress on one WebSocket. */
  readonly operationsPerConnection: number;
  /** How many bytes may wait for the client of a connection before the service stops taking more for it. */
  readonly bufferBytes: number;
}

/** How long the service waits for the client of a connection, in milliseconds. */
export interface LiveTimes {
  /** For `connection_init` on a new WebSocket. */
  readonly initMs: number;
  /** For the response to a ping, and between two pings; also between two comments on an event stream. */
  readonly pingMs: number;
  /** For the client to read what waits for it, once `bufferBytes` do. */
  readonly drainMs: number;
}

export const defaultLiveLimits: LiveLimitRules = {
  connections: 10_000,
  connectionsPerAddress: 1_000,
  operationsPerConnection: 100,
  bufferBytes: 1_048_576
};

const defaultTimes: LiveTimes = { initMs: 5_000, pingMs: 12_000, drainMs: 10_000 };

/** Returns limits with the times that a service uses. */
export const liveLimitsOf = (rules: LiveLimitRules): LiveLimitRules & LiveTimes => ({ ...rules, ...defaultTimes });

export class LiveLimits extends Context.Tag("http/LiveLimits")<LiveLimits, LiveLimitRules & LiveTimes>() {}
