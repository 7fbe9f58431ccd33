/** When clients last authenticated with each secret, by its hash. It does not follow from the log, and nothing depends on it. */
export const sql = `
create table tidemark.client_secret_uses (
  client_id text collate "C" not null,
  secret_hash text collate "C" not null,
  last_used_at bigint not null,
  primary key (client_id, secret_hash)
);
`;
