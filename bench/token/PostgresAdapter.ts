import type { Adapter, AdapterPayload } from "oidc-provider";
import type { Pool } from "pg";

/** One table for all models, with an index for each look-up. */
export const adapterTable = `
create table oidc_payloads (
  type text not null,
  id text not null,
  payload jsonb not null,
  grant_id text,
  user_code text,
  uid text,
  expires_at timestamptz,
  consumed_at timestamptz,
  primary key (type, id)
);
create index on oidc_payloads (grant_id) where grant_id is not null;
create index on oidc_payloads (user_code) where user_code is not null;
create index on oidc_payloads (uid) where uid is not null;
create index on oidc_payloads (expires_at);`;

const statements = {
  upsert: `insert into oidc_payloads as p (type, id, payload, grant_id, user_code, uid, expires_at)
    values ($1, $2, $3, $4, $5, $6, now() + $7 * interval '1 second')
    on conflict (type, id) do update set payload = excluded.payload, grant_id = excluded.grant_id,
      user_code = excluded.user_code, uid = excluded.uid, expires_at = excluded.expires_at`,
  consume: "update oidc_payloads set consumed_at = now() where type = $1 and id = $2",
  destroy: "delete from oidc_payloads where type = $1 and id = $2",
  revoke: "delete from oidc_payloads where type = $1 and grant_id = $2"
};

const finding = (column: "id" | "user_code" | "uid"): string =>
  `select payload, extract(epoch from consumed_at)::bigint::text as consumed
   from oidc_payloads where type = $1 and ${column} = $2 and (expires_at is null or expires_at > now())`;

interface Stored {
  readonly payload: AdapterPayload;
  readonly consumed: string | null;
}

/** The stores of `oidc-provider` in PostgreSQL, as one would write them: prepared statements, one round trip each. */
export class PostgresAdapter implements Adapter {
  readonly #pool: Pool;
  readonly #type: string;

  constructor(pool: Pool, type: string) {
    this.#pool = pool;
    this.#type = type;
  }

  async #run(name: keyof typeof statements, ...values: ReadonlyArray<unknown>): Promise<void> {
    await this.#pool.query({ name, text: statements[name], values: [this.#type, ...values] });
  }

  async #find(column: "id" | "user_code" | "uid", value: string): Promise<AdapterPayload | undefined> {
    const text = finding(column);
    const { rows } = await this.#pool.query<Stored>({ name: `by ${column}`, text, values: [this.#type, value] });
    const [found] = rows;
    if (found === undefined) return undefined;
    return found.consumed === null ? found.payload : { ...found.payload, consumed: Number(found.consumed) };
  }

  upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    const { grantId = null, uid = null, userCode = null } = payload;
    return this.#run("upsert", id, payload, grantId, userCode, uid, expiresIn ?? null);
  }

  find(id: string): Promise<AdapterPayload | undefined> {
    return this.#find("id", id);
  }

  findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    return this.#find("user_code", userCode);
  }

  findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#find("uid", uid);
  }

  consume(id: string): Promise<void> {
    return this.#run("consume", id);
  }

  destroy(id: string): Promise<void> {
    return this.#run("destroy", id);
  }

  revokeByGrantId(grantId: string): Promise<void> {
    return this.#run("revoke", grantId);
  }
}
