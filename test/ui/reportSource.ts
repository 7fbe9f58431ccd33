import { Client } from "pg";
import type { TestService } from "../flows/startService.ts";

/** What the process that follows a source is said to have reported. Times are in seconds before now. */
interface ReportedSource {
  readonly address: string;
  readonly connected: boolean;
  readonly since: number;
  readonly lastEvent: number;
  readonly reported: number;
}

/** A fence beyond that of any process, so that the service itself reports nothing. */
const fence = 1_000_000_000;

/** Inserts a report about a source into the database of a service, with the events of an hour. */
export const reportSource = async (running: TestService, source: ReportedSource): Promise<void> => {
  const client = new Client({ connectionString: running.env.DATABASE_URL });
  await client.connect();
  await client.query(
    `insert into tidemark.sync_reports (address, fence, connected, since, last_event_at, last_error, collections,
        reported_at)
      values ($1, $2, $3, now() - $4 * interval '1 second', now() - $5 * interval '1 second',
        jsonb_build_object('reason', 'closed', 'detail', '1001 going away', 'at', extract(epoch from now()) * 1000 - 90000),
        jsonb_build_object('xyz.statusphere.status', floor(extract(epoch from now()) * 1000) - 240000,
          'app.bsky.actor.profile', null),
        now() - $6 * interval '1 second')
      on conflict (address) do update set fence = excluded.fence, connected = excluded.connected,
        since = excluded.since, last_event_at = excluded.last_event_at, last_error = excluded.last_error, collections = excluded.collections,
        reported_at = excluded.reported_at`,
    [source.address, fence, source.connected, source.since, source.lastEvent, source.reported]
  );
  await client.query(
    `insert into tidemark.sync_minutes (address, minute, events, records)
      select $1, date_trunc('minute', now()) - n * interval '1 minute', 400 + (n * 37) % 900, (n * 7) % 40
      from generate_series(0, 59) n where n % 13 <> 0 or n = 0
      on conflict do nothing`,
    [source.address]
  );
  await client.end();
};

/** Inserts dead letters of an account into the database of a service. */
export const insertDeadLetters = async (running: TestService, did: string, count: number): Promise<void> => {
  const client = new Client({ connectionString: running.env.DATABASE_URL });
  await client.connect();
  await client.query(
    `insert into tidemark.dead_letters (source, did, collection, uri, cid, rev, reason, detail, value, received_at, size)
      select 'firehose', $1, 'xyz.statusphere.status', 'at://' || $1 || '/xyz.statusphere.status/3jzfcijpj' || n,
        'bafyreie5cvv4h45feadgeuwhbcutmh6t2ceseocckahdoe6uat64zmz454', '3l2zpbbhyxs2b', 'invalid',
        'status must be a string.', '{"$type":"xyz.statusphere.status","status":7}', (extract(epoch from now()) * 1000)::bigint, 100
      from generate_series(1000, 999 + $2::int) n`,
    [did, count]
  );
  await client.end();
};
