import { Client } from "pg";
import type { TestService } from "../flows/startService.ts";

/** Inserts skipped records of an account into the database of a service: `listed` records, and a total of `total`. */
export const skipRecords = async (running: TestService, did: string, listed: number, total: number): Promise<void> => {
  const client = new Client({ connectionString: running.env.DATABASE_URL });
  await client.connect();
  await client.query(
    "insert into tidemark.skipped_repositories (did, rev, indexed_at, total) values ($1, '3l2zpbbhyxs2b', now(), $2)",
    [did, total]
  );
  await client.query(
    `insert into tidemark.skipped_records (did, uri, cid, reason)
      select $1, 'at://' || $1 || '/xyz.statusphere.status/3jzfcijpj' || n,
        'bafyreie5cvv4h45feadgeuwhbcutmh6t2ceseocckahdoe6uat64zmz454', 'invalid-utf8'
      from generate_series(1000, 999 + $2::int) n`,
    [did, listed]
  );
  await client.end();
};
