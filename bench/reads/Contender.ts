import type { GraphqlBody, Query } from "./queries.ts";
import type { Server } from "./Server.ts";

/** A server, and the queries that it receives. */
export interface Contender {
  readonly server: Server;
  /** The API that its documents are written for. */
  readonly language: "ours" | "peer";
  readonly queries: ReadonlyArray<Query>;
  /** Whether its responses must equal those of the first contender byte for byte. */
  readonly sameBytes: boolean;
}

/** Sends one request. A response with errors is a failure. */
export const ask = async ({ server }: Contender, body: GraphqlBody): Promise<string> => {
  const headers = { "content-type": "application/json", accept: "application/json" };
  const response = await fetch(server.url, { method: "POST", headers, body: JSON.stringify(body) });
  const answer = await response.text();
  if (response.ok && !answer.includes('"errors":')) return answer;
  throw new Error(`${server.name} responds with ${response.status}: ${answer.slice(0, 500)}`);
};

const cursorOf = async (contender: Contender, after: NonNullable<Query["after"]>, uri: string): Promise<string> => {
  const found = await ask(contender, { query: after[contender.language], variables: { uri } });
  const cursor = /"cursor":"([^"]+)"/.exec(found)?.[1];
  if (cursor === undefined) throw new Error(`${contender.server.name} has no post ${uri}`);
  return cursor;
};

/** The bodies of a query for a contender; `uriAt` returns the post after a share of all posts. */
export const bodiesFor = async (
  contender: Contender,
  query: Query,
  uriAt: (depth: number) => string
): Promise<ReadonlyArray<GraphqlBody>> => {
  const document = query[contender.language];
  const { after } = query;
  if (after === undefined) return query.variables.map((variables) => ({ query: document, variables }));
  const cursors = await Promise.all(after.depths.map((depth) => cursorOf(contender, after, uriAt(depth))));
  return cursors.flatMap((cursor) =>
    query.variables.map((given) => ({ query: document, variables: { ...given, after: cursor } }))
  );
};
