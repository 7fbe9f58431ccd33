import { randomBytes } from "node:crypto";
import { Client } from "pg";

/** A database of its own on a server, for one run. */
export interface OwnDatabase {
  readonly url: string;
  readonly drop: () => Promise<void>;
}

const locale = "encoding 'UTF8' locale_provider builtin builtin_locale 'C.UTF-8' lc_collate 'C' lc_ctype 'C'";

const administer = async (url: string, statement: string): Promise<void> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
};

/** Creates an empty database on the server of an administrator's url. */
export const createDatabase = async (server: string): Promise<OwnDatabase> => {
  const name = `conformance_${randomBytes(8).toString("hex")}`;
  await administer(server, `create database ${name} template template0 ${locale}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => administer(server, `drop database ${name} with (force)`) };
};
