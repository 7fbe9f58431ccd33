import { Client } from "pg";

/** What a database server stores of one database, as a superuser reads it. */
export class StoredBytes {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  async #with<A>(act: (owner: Client) => Promise<A>): Promise<A> {
    const owner = new Client({ connectionString: this.#url });
    await owner.connect();
    return act(owner).finally(() => owner.end());
  }

  /** Every table in the format of `COPY`, as `pg_dump` writes it: each row is a line of its text. */
  tables(): Promise<string> {
    return this.#with(async (owner) => {
      const { rows } = await owner.query<{ name: string }>(
        `select format('%I.%I', schemaname, tablename) as name from pg_tables
         where schemaname not in ('pg_catalog', 'information_schema')`
      );
      const texts: Array<string> = [];
      for (const { name } of rows) {
        const found = await owner.query<{ text: string | null }>(
          `select string_agg(t::text, E'\\n') as text from ${name} t`
        );
        texts.push(`${name}\n${found.rows[0]?.text ?? ""}`);
      }
      return texts.join("\n");
    });
  }

  /** Which of the texts the files of tables and indexes contain, once everything is written to them. */
  inFiles(texts: ReadonlyArray<string>): Promise<ReadonlyArray<string>> {
    return this.#with(async (owner) => {
      await owner.query("checkpoint");
      const { rows } = await owner.query<{ text: string }>(
        `select distinct t.text from pg_class c, pg_relation_filepath(c.oid) as f (path),
           pg_read_binary_file(f.path, true) as b (bytes), unnest($1::text[]) as t (text)
         where f.path is not null and position(convert_to(t.text, 'UTF8') in b.bytes) > 0`,
        [texts]
      );
      return rows.map(({ text }) => text);
    });
  }

  /** Writes all tables anew, which leaves nothing of deleted rows in their files. */
  rewrite(): Promise<void> {
    return this.#with(async (owner) => void (await owner.query("vacuum full")));
  }

  /** Copies the database, which nobody may use meanwhile, and returns the address of the copy. */
  copy(name: string): Promise<string> {
    const url = new URL(this.#url);
    const source = url.pathname.slice(1);
    url.pathname = "/postgres";
    return new StoredBytes(url.href).#with(async (owner) => {
      await owner.query(`create database ${name} template ${source}`);
      url.pathname = `/${name}`;
      return url.href;
    });
  }

  /** Drops the database. */
  drop(): Promise<void> {
    const url = new URL(this.#url);
    const name = url.pathname.slice(1);
    url.pathname = "/postgres";
    return new StoredBytes(url.href).#with(
      async (owner) => void (await owner.query(`drop database ${name} with (force)`))
    );
  }
}
