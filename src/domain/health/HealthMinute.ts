import * as Schema from "effect/Schema";
import { addRequests, noRequests, RequestCounts } from "./RequestCounts.ts";
import { type RequestKind, requestKinds } from "./RequestKind.ts";
import { addCalls, noCalls, ServerCalls } from "./ServerCalls.ts";

/** The length of the history of a process in minutes. */
export const healthMinutes = 60;

/** What a process counted within one minute. */
export const HealthMinute = Schema.Struct({
  /** The start of the minute in Unix milliseconds. */
  minute: Schema.Number,
  /** The requests by kind. Kinds without requests are missing. */
  requests: Schema.partial(Schema.Record({ key: Schema.Literal(...requestKinds), value: RequestCounts })),
  /** The calls to PDSes and authorization servers by host. */
  servers: Schema.Record({ key: Schema.String, value: ServerCalls })
});
export type HealthMinute = typeof HealthMinute.Type;

/** The sum of all minutes and processes by kind of request. Kinds without requests are missing. */
export const sumRequests = (minutes: ReadonlyArray<HealthMinute>): ReadonlyMap<RequestKind, RequestCounts> => {
  const found = requestKinds.map((kind) => {
    const counts = minutes.flatMap(({ requests }) => requests[kind] ?? []);
    return [kind, counts.reduce(addRequests, noRequests), counts.length] as const;
  });
  return new Map(found.flatMap(([kind, sum, count]) => (count === 0 ? [] : [[kind, sum] as const])));
};

/** The sum of all minutes and processes by host. */
export const sumCalls = (minutes: ReadonlyArray<HealthMinute>): ReadonlyMap<string, ServerCalls> => {
  const sums = new Map<string, ServerCalls>();
  for (const { servers } of minutes)
    for (const [host, calls] of Object.entries(servers)) sums.set(host, addCalls(sums.get(host) ?? noCalls, calls));
  return sums;
};
