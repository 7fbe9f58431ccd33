import { parseInteger } from "../parse/parseText.ts";
import { type Variable, withDefault } from "./Variable.ts";

/** The configurable limits of connections that stay open for subscriptions. */
export interface LiveSettings {
  /** Connections of this process. */
  readonly connections: number;
  /** Connections from one address. */
  readonly connectionsPerAddress: number;
  /** Operations in progress on one WebSocket. */
  readonly operationsPerConnection: number;
  /** Bytes that may wait for the client of one connection. */
  readonly bufferBytes: number;
}

const limit = (name: string, fallback: number, min: number, max: number): Variable<number> => ({
  name,
  example: String(fallback),
  parse: withDefault(fallback, parseInteger(min, max))
});

/** The variables of the limits, with their defaults. */
export const liveLimits: { readonly [Member in keyof LiveSettings]: Variable<number> } = {
  connections: limit("SUBSCRIPTION_CONNECTIONS", 10_000, 1, 1_000_000),
  connectionsPerAddress: limit("SUBSCRIPTION_CONNECTIONS_PER_ADDRESS", 1_000, 1, 1_000_000),
  operationsPerConnection: limit("SUBSCRIPTION_OPERATIONS_PER_CONNECTION", 100, 1, 10_000),
  bufferBytes: limit("SUBSCRIPTION_BUFFER_BYTES", 1_048_576, 1_024, 64_000_000)
};
