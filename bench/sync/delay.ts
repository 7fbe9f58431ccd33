import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import type { Account } from "../../test/pds/NetworkInfo.ts";
import { percentile } from "../rounds/percentile.ts";
import { testNetwork } from "../testNetwork.ts";
import { startServiceProcess } from "./startService.ts";

const query = `query ($uri: String) { xyzStatusphereStatus(first: 1, where: {uri: {eq: $uri}}) { edges { node { uri } } } }`;

const decodeSession = Schema.decodeUnknownSync(Schema.Struct({ accessJwt: Schema.String }));
const decodeWritten = Schema.decodeUnknownSync(Schema.Struct({ uri: Schema.String }));
const decodeFound = Schema.decodeUnknownSync(
  Schema.Struct({
    data: Schema.Struct({ xyzStatusphereStatus: Schema.Struct({ edges: Schema.Array(Schema.Unknown) }) })
  })
);

const post = async (url: string, body: object, token: string | null): Promise<unknown> => {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...(token !== null && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body)
  });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return response.json();
};

/** Milliseconds from the start of a write, and from the response of the PDS, until a query returns the record. */
interface Delay {
  readonly sinceStart: number;
  readonly sinceResponse: number;
}

const untilFound = async (service: string, uri: string): Promise<void> => {
  const until = performance.now() + 60_000;
  while (performance.now() < until) {
    const { data } = decodeFound(await post(service, { query, variables: { uri } }, null));
    if (data.xyzStatusphereStatus.edges.length > 0) return;
  }
  throw new Error(`${uri} was not found within a minute`);
};

class Writer {
  readonly #pds: string;
  readonly #did: string;
  readonly #token: string;

  private constructor(pds: string, did: string, token: string) {
    this.#pds = pds;
    this.#did = did;
    this.#token = token;
  }

  static async make(pds: string, { did, handle, password }: Account): Promise<Writer> {
    const session = await post(`${pds}/xrpc/com.atproto.server.createSession`, { identifier: handle, password }, null);
    return new Writer(pds, did, decodeSession(session).accessJwt);
  }

  async measure(service: string): Promise<Delay> {
    const record = { $type: "xyz.statusphere.status", status: "🚉", createdAt: new Date().toISOString() };
    const body = { repo: this.#did, collection: record.$type, record };
    const start = performance.now();
    const written = await post(`${this.#pds}/xrpc/com.atproto.repo.createRecord`, body, this.#token);
    const response = performance.now();
    await untilFound(service, decodeWritten(written).uri);
    const end = performance.now();
    return { sinceStart: end - start, sinceResponse: end - response };
  }
}

const line = (what: string, values: ReadonlyArray<number>): string =>
  `${what}: p50 ${percentile(values, 0.5).toFixed(0)} ms, p99 ${percentile(values, 0.99).toFixed(0)} ms`;

/** Measures how long a record that was written at a real PDS takes until GraphQL returns it, over the firehose of the PDS. */
export const delay = (writes: number, databaseUrl: string) =>
  Effect.gen(function* () {
    const network = yield* testNetwork;
    const [pds] = network.pdses;
    const service = yield* startServiceProcess(databaseUrl, {
      SYNC_SOURCE: "firehose",
      RELAY_URL: pds.url.replace("http", "ws"),
      PLC_DIRECTORY_URL: network.plc.url,
      HANDLE_RESOLVER_URL: pds.url
    });
    const writers = yield* Effect.forEach(["one", "two", "three", "four"], (name) =>
      Effect.promise(async () => Writer.make(pds.url, await pds.createAccount({ handle: `delay-${name}.test` })))
    );
    const delays: Array<Delay> = [];
    // The first write of each makes its author known.
    for (let at = -2 * writers.length; at < writes; at += 1) {
      const writer = writers[(at + 2 * writers.length) % writers.length];
      const found = writer === undefined ? null : yield* Effect.promise(() => writer.measure(service.url));
      if (found !== null && at >= 0) delays.push(found);
    }
    yield* Console.log(
      [
        `delay of ${writes} writes at a real PDS until GraphQL returns the record`,
        line(
          "  after the response of the PDS",
          delays.map(({ sinceResponse }) => sinceResponse)
        ),
        line(
          "  after the request to the PDS",
          delays.map(({ sinceStart }) => sinceStart)
        )
      ].join("\n")
    );
  }).pipe(Effect.scoped);
