import * as Schema from "effect/Schema";
import { Client } from "pg";
import { quoteName, tableName } from "../../src/adapters/postgres/record/sql/sqlNames.ts";
import { loggedEvents } from "../support/loggedEvents.ts";
import { eventually } from "./eventually.ts";

/** What the log tells of one write. */
export interface LoggedWrite {
  readonly stream: string;
  /** The types of its events without their versions, with the reason where there is one. */
  readonly story: ReadonlyArray<string>;
  readonly uris: ReadonlyArray<string>;
  readonly cids: ReadonlyArray<string | null>;
}

const dataOf = Schema.decodeUnknownSync(
  Schema.Struct({ uri: Schema.optional(Schema.String), cid: Schema.optional(Schema.NullOr(Schema.String)) })
);

/** The log and the index of a service, read beside it. */
export class WriteLog {
  readonly #url: string;
  readonly #client: Client;

  private constructor(url: string, client: Client) {
    this.#url = url;
    this.#client = client;
  }

  static async at(databaseUrl: string): Promise<WriteLog> {
    const client = new Client({ connectionString: databaseUrl });
    client.on("error", () => undefined);
    await client.connect();
    return new WriteLog(databaseUrl, client);
  }

  stop(): Promise<void> {
    return this.#client.end();
  }

  async writes(): Promise<ReadonlyArray<LoggedWrite>> {
    const written = (await loggedEvents(this.#url)).filter(({ stream }) => stream.startsWith("write-"));
    const streams = Map.groupBy(written, ({ stream }) => stream);
    return [...streams].map(([stream, events]) => {
      const requests = events.filter(({ type }) => type === "WriteRequested.v1").map(({ data }) => dataOf(data));
      const uris = new Set(requests.map(({ uri }) => uri ?? ""));
      return {
        stream,
        story: events.map(({ reason, type }) => type.slice(0, -3) + (reason === null ? "" : `(${reason})`)),
        uris: [...uris],
        cids: [...uris].map((uri) => requests.find((data) => data.uri === uri)?.cid ?? null)
      };
    });
  }

  /** The last word of the log about every address: the CID of what was written there; nothing where it was deleted. */
  async claimed(): Promise<ReadonlyMap<string, string>> {
    const claimed = new Map<string, string>();
    for (const event of await loggedEvents(this.#url)) {
      if (event.type !== "RecordWritten.v1") continue;
      const data = dataOf(event.data);
      if (typeof data.cid === "string") claimed.set(data.uri ?? "", data.cid);
      else claimed.delete(data.uri ?? "");
    }
    return claimed;
  }

  async openWrites(): Promise<number> {
    const { rows } = await this.#client.query<{ n: number }>("select count(*)::int as n from tidemark.open_writes");
    return rows[0]?.n ?? 0;
  }

  /** The CIDs of a collection in the index, by address. */
  async indexed(collection: string): Promise<ReadonlyMap<string, string>> {
    const { rows } = await this.#client.query<{ uri: string; cid: string }>(
      `select uri, cid from tidemark_records.${quoteName(tableName(collection))} order by uri`
    );
    return new Map(rows.map(({ cid, uri }) => [uri, cid]));
  }

  /** Keeps every append waiting until `use` is over, which can wait until one does. */
  async whileAppendsWait(use: (untilOneWaits: () => Promise<void>) => Promise<void>): Promise<void> {
    const other = new Client({ connectionString: this.#url });
    await other.connect();
    const isWaiting = async () => {
      const { rows } = await this.#client.query(
        "select 1 from pg_locks where not granted and locktype in ('transactionid', 'tuple')"
      );
      return rows.length > 0;
    };
    await other.query("begin");
    await other.query("select position from tidemark.log_head for update");
    try {
      await use(() => eventually("an append waits", isWaiting));
    } finally {
      await other.query("rollback");
      await other.end();
    }
  }
}
