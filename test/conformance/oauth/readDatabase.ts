import * as Schema from "effect/Schema";
import { Client, escapeIdentifier } from "pg";
import type { RecordedEvent } from "./Operator.ts";

const Tables = Schema.Array(Schema.Struct({ schema: Schema.String, name: Schema.String }));
const Rows = Schema.Array(Schema.Struct({ row: Schema.String }));
const Events = Schema.Array(
  Schema.Struct({
    position: Schema.NumberFromString,
    type: Schema.String,
    clientId: Schema.NullOr(Schema.String),
    authorizationId: Schema.NullOr(Schema.String),
    reason: Schema.NullOr(Schema.String)
  })
);

const connected = async <A>(url: string, work: (client: Client) => Promise<A>): Promise<A> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
};

/** Every row of every table as text: a logical dump. Bytes are written in hexadecimal. */
export const storedText = (url: string): Promise<string> =>
  connected(url, async (client) => {
    const { rows } = await client.query(`select schemaname as schema, tablename as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema') order by 1, 2`);
    const texts: Array<string> = [];
    for (const { name, schema } of Schema.decodeUnknownSync(Tables)(rows)) {
      const table = `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;
      const found = await client.query(`select whole::text as row from ${table} as whole`);
      texts.push(`-- ${table}`, ...Schema.decodeUnknownSync(Rows)(found.rows).map(({ row }) => row));
    }
    return texts.join("\n");
  });

/** The event log, in its order. */
export const recordedEvents = (url: string): Promise<ReadonlyArray<RecordedEvent>> =>
  connected(url, async (client) => {
    const { rows } = await client.query(`select position::text as position, type, client_id as "clientId",
      authorization_id as "authorizationId", reason from tidemark.events order by position`);
    return Schema.decodeUnknownSync(Events)(rows);
  });
