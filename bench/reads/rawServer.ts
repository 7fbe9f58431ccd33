/** A hand-written server with `pg`, for the queries of the benchmark only: the same bytes as ours, by prepared statements. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Pool } from "pg";
import { type RawQuery, type Row, rawQueries } from "./rawStatements.ts";

const { FINGERPRINTS = "{}", TABLES = "{}" } = process.env;

/** The parts of our cursors that stand for the sort orders. */
const fingerprints: Readonly<Record<RawQuery["sort"], string>> = JSON.parse(FINGERPRINTS);

const queries = rawQueries(JSON.parse(TABLES));

const pool = new Pool({
  connectionString: process.env.DATABASE_URL,
  options: "-c plan_cache_mode=force_generic_plan",
  max: 10
});

const cursor = ({ sort }: RawQuery, [uri, , , indexedAt, , , , created]: Row): string => {
  const value = Number(sort === "indexed_at" ? indexedAt : created);
  return `"${Buffer.from(JSON.stringify([fingerprints[sort], uri, value])).toString("base64url")}"`;
};

const placeOf = (after: string): ReadonlyArray<unknown> => {
  const [, uri, value] = JSON.parse(Buffer.from(after, "base64url").toString());
  return [value, uri];
};

const node = ({ more }: RawQuery, row: Row): string => {
  const [uri, cid, did, indexedAt, body, lang, createdAt] = row;
  const indexed = new Date(Number(indexedAt) / 1_000).toISOString();
  return `{"uri":"${uri}","cid":"${cid}","did":"${did}","indexedAt":"${indexed}","text":${JSON.stringify(body)},"lang":${JSON.stringify(lang)},"createdAt":"${createdAt}"${more(row)}}`;
};

const edge = (query: RawQuery, row: Row): string =>
  `{${query.hasCursors ? `"cursor":${cursor(query, row)},` : ""}"node":${node(query, row)}}`;

const pageInfo = (query: RawQuery, taken: ReadonlyArray<Row>, hasNextPage: boolean): string => {
  const last = taken.at(-1);
  return `,"pageInfo":{"hasNextPage":${hasNextPage},"endCursor":${last ? cursor(query, last) : "null"}}`;
};

const page = (query: RawQuery, rows: ReadonlyArray<Row>, first: number, total: string | null): string => {
  const taken = rows.slice(0, first);
  const edges = `"edges":[${taken.map((row) => edge(query, row)).join(",")}]`;
  const end = query.hasCursors ? pageInfo(query, taken, rows.length > first) : "";
  return `{"data":{"appExamplePost":{${total === null ? "" : `"totalCount":${total},`}${edges}${end}}}}`;
};

const read = (request: IncomingMessage): Promise<string> =>
  new Promise((resolve) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => resolve(body));
  });

const select = async (name: string, statement: string, values: ReadonlyArray<unknown>): Promise<ReadonlyArray<Row>> => {
  const { rows } = await pool.query<Array<string | null>>({
    name,
    text: statement,
    values: [...values],
    rowMode: "array"
  });
  return rows;
};

/** Every row has the total as its last column. */
const totalOf = async (name: string, statement: string, rows: ReadonlyArray<Row>, filter: ReadonlyArray<unknown>) => {
  const [row] = rows.length > 0 ? rows : await select(`${name} total`, statement, filter);
  return row?.at(-1) ?? null;
};

const answer = async (request: IncomingMessage, response: ServerResponse) => {
  const { query: name, variables } = JSON.parse(await read(request));
  const query = queries[name];
  if (query === undefined) return response.writeHead(404).end();
  const { after, first } = variables;
  const filter = query.filter === null ? [] : [variables[query.filter]];
  const rows =
    after === undefined
      ? await select(name, query.first, filter)
      : await select(`${name} behind`, query.behind, [...filter, ...placeOf(after)]);
  const body = page(query, rows, first, query.total === null ? null : await totalOf(name, query.total, rows, filter));
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
  return response.end(body);
};

createServer(answer).listen(Number(process.env.PORT), "127.0.0.1", () => console.log("listening"));
