import type { DrawnRequest } from "./drawRequests.ts";
import type { GraphqlBody, Query } from "./queries.ts";
import type { Server } from "./Server.ts";

/** A server, and how it is asked. */
export interface Contender {
  readonly server: Server;
  /** The API that its documents are written for; the hand-written server gets the name of a query in their place. */
  readonly language: "ours" | "peer" | "by hand";
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

const askedAtOnce = 16;

/** Runs work for each item in order, some at a time. */
export const forEachAtOnce = async <Item, Result>(
  items: ReadonlyArray<Item>,
  work: (item: Item) => Promise<Result>
): Promise<ReadonlyArray<Result>> => {
  const results: Array<Result> = [];
  for (let at = 0; at < items.length; at += askedAtOnce)
    results.push(...(await Promise.all(items.slice(at, at + askedAtOnce).map(work))));
  return results;
};

const cursorOf = async (contender: Contender, { lookup }: Query, uri: string): Promise<string> => {
  const document = contender.language === "peer" ? lookup.peer : lookup.ours;
  const found = await ask(contender, { query: document, variables: { uri } });
  const cursor = /"cursor":"([^"]+)"/.exec(found)?.[1];
  if (cursor === undefined) throw new Error(`${contender.server.name} has no post ${uri}`);
  return cursor;
};

const documentFor = ({ language }: Contender, query: Query): string =>
  language === "by hand" ? query.name : query[language];

/** The bodies of requests for a contender; cursors are those of `cursors`, which serves the same API. */
export const bodiesFor = (
  contender: Contender,
  query: Query,
  requests: ReadonlyArray<DrawnRequest>,
  cursors: Contender = contender
): Promise<ReadonlyArray<GraphqlBody>> =>
  forEachAtOnce(requests, async ({ after, variables }) => ({
    query: documentFor(contender, query),
    variables: after === null ? variables : { ...variables, after: await cursorOf(cursors, query, after) }
  }));
