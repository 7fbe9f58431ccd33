import { expect, layer } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import { Client, type Connection, DatabaseError } from "pg";
import {
  backendPid,
  bytesReceived,
  closeStatement,
  destroySocket,
  isBusy,
  isIdle,
  isParsed,
  rowMessagesOf
} from "../../../../src/adapters/postgres/reads/pgInternals.ts";
import type { RowMessages } from "../../../../src/adapters/postgres/reads/RowMessages.ts";
import { RowsQuery } from "../../../../src/adapters/postgres/reads/RowsQuery.ts";
import { database, TestDatabase } from "../../../support/TestDatabase.ts";

/** A client of `pg`, which `StatementNamingClient` extends. */
const connected = Effect.acquireRelease(
  Effect.flatMap(TestDatabase, ({ url }) =>
    Effect.promise(async () => {
      const client = new Client({ connectionString: Redacted.value(url) });
      const messages = rowMessagesOf(client);
      client.on("error", () => undefined);
      await client.connect();
      return { client, messages };
    })
  ),
  ({ client }) => Effect.promise(() => client.end())
);

const withClient = (use: (client: Client, messages: RowMessages) => Promise<void>) =>
  Effect.scoped(Effect.flatMap(connected, ({ client, messages }) => Effect.promise(() => use(client, messages))));

const prepared = async (client: Client): Promise<ReadonlyArray<string>> => {
  const { rows } = await client.query<{ name: string }>("select name from pg_prepared_statements");
  return rows.map(({ name }) => name);
};

/** Runs a statement by a `RowsQuery`, and records which of its methods `pg` calls. */
const runRows = (client: Client, messages: RowMessages, text: string, bytes = 1_000_000, name = "") =>
  new Promise<{ readonly calls: ReadonlyArray<string>; readonly lengths: ReadonlyArray<number> }>((resolve) => {
    const calls: Array<string> = [];
    const lengths: Array<number> = [];
    class Recorded extends RowsQuery {
      override submit(connection: Connection): null {
        calls.push("submit");
        return super.submit(connection);
      }
      override handleCommandComplete(): void {
        calls.push("handleCommandComplete");
      }
      override handleReadyForQuery(): void {
        calls.push("handleReadyForQuery");
        super.handleReadyForQuery();
      }
      override handleError(error: Error): void {
        calls.push(`handleError ${error.message}`);
        super.handleError(error);
      }
    }
    const recorded: Pick<RowMessages, "takeRows"> = {
      takeRows: (take) =>
        messages.takeRows(
          take &&
            ((row, length) => {
              calls.push(`row ${JSON.stringify(row)}`);
              lengths.push(length);
              take(row, length);
            })
        )
    };
    client.query(new Recorded(name, { text, values: [], bytes, respond: () => undefined }, recorded));
    // A client runs its queries in order, so that this one ends after all calls.
    client.query("select 1", () => resolve({ calls, lengths }));
  });

layer(database, { excludeTestServices: true })("the fields of pg that this service relies on", (it) => {
  it.effect("processID is the id of the server process as soon as the client is connected", () =>
    withClient(async (client) => {
      expect(backendPid(new Client())).toBe(null);
      const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
      expect(backendPid(client)).toBe(rows[0]?.pid);
    })
  );

  it.effect("readyForQuery is false while a statement has no response", () =>
    withClient(async (client) => {
      const unconnected = new Client();
      expect([isIdle(unconnected), isBusy(unconnected)]).toEqual([false, false]);
      expect([isIdle(client), isBusy(client)]).toEqual([true, false]);
      const running = client.query("select pg_sleep(0.05)");
      expect([isIdle(client), isBusy(client)]).toEqual([false, true]);
      await running;
      expect([isIdle(client), isBusy(client)]).toEqual([true, false]);
    })
  );

  it.effect("parsedStatements has the names that pg does not have parsed again", () =>
    withClient(async (client) => {
      const named = { name: "one", text: "select 1 as one" };
      expect(isParsed(client.connection, "one")).toBe(false);
      await client.query(named);
      expect(isParsed(client.connection, "one")).toBe(true);
      await client.query("deallocate one");
      const refusal = await client.query(named).catch((error: unknown) => error);
      expect(refusal instanceof DatabaseError && refusal.code, "it was parsed again").toBe("26000");
    })
  );

  it.effect("parsedStatements does not have what the server refused to parse", () =>
    withClient(async (client) => {
      await client.query({ name: "wrong", text: "select from nowhere" }).catch(() => undefined);
      expect(isParsed(client.connection, "wrong")).toBe(false);
    })
  );

  it.effect("a statement that was closed is parsed again when it is next used", () =>
    withClient(async (client) => {
      const named = { name: "two", text: "select 2 as two" };
      await client.query(named);
      expect(await prepared(client)).toEqual(["two"]);
      closeStatement(client, "two");
      expect(await prepared(client)).toEqual([]);
      expect((await client.query(named)).rows).toEqual([{ two: 2 }]);
      expect(await prepared(client)).toEqual(["two"]);
    })
  );

  it.effect("a query of another class shares the names with those of pg", () =>
    withClient(async (client, messages) => {
      await runRows(client, messages, "select 3::text", 1_000, "three");
      expect(isParsed(client.connection, "three")).toBe(true);
      await runRows(client, messages, "select 3::text", 1_000, "three");
      expect(await prepared(client)).toEqual(["three"]);
    })
  );

  it.effect("the stream counts the bytes that the server has sent", () =>
    withClient(async (client) => {
      const before = bytesReceived(client);
      expect(before).toBeGreaterThan(0);
      await client.query("select repeat('x', 10000)");
      expect(bytesReceived(client) - before).toBeGreaterThan(10_000);
      expect(bytesReceived(client) - before).toBeLessThan(11_000);
    })
  );

  it.effect("a statement fails with the error by which its socket is destroyed", () =>
    withClient(async (client) => {
      const running = client.query("select pg_sleep(60)").catch((error: unknown) => error);
      const error = new Error("lost");
      destroySocket(client, error);
      expect(await running).toBe(error);
    })
  );

  it.effect("a query receives its rows as bytes of text, with their length on the wire", () =>
    withClient(async (client, messages) => {
      const { calls, lengths } = await runRows(client, messages, "select n, null, 'é' from generate_series(1, 2) n");
      expect(calls).toEqual([
        "submit",
        'row ["1",null,"Ã©"]',
        'row ["2",null,"Ã©"]',
        "handleCommandComplete",
        "handleReadyForQuery"
      ]);
      // The length itself, the number of columns, the length of each and the values.
      const bytes = 4 + 2 + 3 * 4 + 1 + 2;
      expect(lengths).toEqual([bytes, bytes]);
    })
  );

  it.effect("a query that failed is not called again", () =>
    withClient(async (client, messages) => {
      const { calls } = await runRows(client, messages, "select 1 / (2 - n) from generate_series(1, 3) n");
      expect(calls).toEqual(["submit", 'row ["1"]', "handleError division by zero"]);
    })
  );

  it.effect("a query is notified of a lost connection", () =>
    withClient(async (client, messages) => {
      const calls = runRows(client, messages, "select pg_sleep(60)");
      destroySocket(client, new Error("lost"));
      expect((await calls).calls).toEqual(["submit", "handleError lost"]);
    })
  );
});
