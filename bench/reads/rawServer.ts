/** A hand-written server with `pg` for the flat page only, from its start or from a cursor: the same bytes as ours. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Pool } from "pg";

/** The part of our cursors that stands for the order by `indexedAt`, descending. */
const fingerprint = process.env.FINGERPRINT ?? "";

const statement = (where: string) => `select uri, cid, did, indexed_at::text, "s_text", "s_lang", "d_createdAt"
  from ${process.env.POSTS} t ${where} order by t.indexed_at desc, t.uri desc limit 21`;

const first = { name: "first", text: statement("") };
const behind = { name: "behind", text: statement("where (t.indexed_at, t.uri) < ($1::bigint, $2::text)") };

const pool = new Pool({
  connectionString: process.env.DATABASE_URL,
  options: "-c plan_cache_mode=force_generic_plan",
  max: 10
});

type Row = [uri: string, cid: string, did: string, indexedAt: string, text: string, lang: string, createdAt: string];

const cursor = ([uri, , , indexedAt]: Row): string =>
  `"${Buffer.from(JSON.stringify([fingerprint, uri, Number(indexedAt)])).toString("base64url")}"`;

const placeOf = (after: string): Array<unknown> => {
  const [, uri, indexedAt] = JSON.parse(Buffer.from(after, "base64url").toString());
  return [indexedAt, uri];
};

const edge = (row: Row): string => {
  const [uri, cid, did, indexedAt, body, lang, createdAt] = row;
  const indexed = new Date(Number(indexedAt) / 1_000).toISOString();
  return `{"cursor":${cursor(row)},"node":{"uri":"${uri}","cid":"${cid}","did":"${did}","indexedAt":"${indexed}","text":${JSON.stringify(body)},"lang":${JSON.stringify(lang)},"createdAt":"${createdAt}"}}`;
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

const answer = async (request: IncomingMessage, response: ServerResponse) => {
  const { first: count, after } = JSON.parse(await read(request)).variables;
  const { rows } = await pool.query<Row>({
    ...(after === undefined ? first : { ...behind, values: placeOf(after) }),
    rowMode: "array"
  });
  const taken = rows.slice(0, count);
  const last = taken.at(-1);
  const pageInfo = `{"hasNextPage":${rows.length > count},"endCursor":${last ? cursor(last) : "null"}}`;
  const body = `{"data":{"appExamplePost":{"edges":[${taken.map(edge).join(",")}],"pageInfo":${pageInfo}}}}`;
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
  response.end(body);
};

createServer(answer).listen(Number(process.env.PORT), "127.0.0.1", () => console.log("listening"));
