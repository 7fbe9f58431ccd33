import * as Effect from "effect/Effect";
import { Client } from "pg";

/** Returns the address of a database on the same server. */
export const addressOf = (url: string, name: string): string => {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
};

/** Creates an empty database on a server, and returns its address. */
export const createDatabase = (url: string, name: string): Effect.Effect<string> =>
  Effect.promise(async () => {
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query(`create database ${name} template template0 encoding 'UTF8'`);
    await client.end();
    return addressOf(url, name);
  });
