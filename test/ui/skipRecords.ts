import { Client } from "pg";
import type { TestService } from "../flows/startService.ts";

/** Inserts a number of dead letters of records of an account into the database of a service. */
export const skipRecords = async (running: TestService, did: string, count: number): Promise<void> => {
  const client = new Client({ connectionString: running.env.DATABASE_URL });
  await client.connect();
  await client.query(
    `insert into tidemark.dead_letters (source, did, collection, uri, cid, rev, reason, size, received_at)
      select 'backfill', $1, 'xyz.statusphere.status', 'at://' || $1 || '/xyz.statusphere.status/3jzfcijpj' || n,
        'bafyreie5cvv4h45feadgeuwhbcutmh6t2ceseocckahdoe6uat64zmz454', '3l2zpbbhyxs2b', 'invalid-utf8', 300,
        extract(epoch from now())::bigint * 1000
      from generate_series(1000, 999 + $2::int) n`,
    [did, count]
  );
  await client.end();
};
