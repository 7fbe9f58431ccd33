/** What lies outside the log: erasable secrets, single-use proofs, leases and Lexicon documents. */
export const sql = `
create table tidemark.vault (
  id text collate "C" primary key,
  key_id text not null,
  sealed bytea not null,
  expires_at bigint
);
create index vault_expiry on tidemark.vault (expires_at) where expires_at is not null;

create table tidemark.replays (
  hash bytea primary key,
  expires_at bigint not null
);
create index replays_expiry on tidemark.replays (expires_at);

create table tidemark.leases (
  name text collate "C" primary key,
  fence bigint not null,
  expires_at timestamptz not null
);

create table tidemark.lexicon_documents (
  digest text collate "C" primary key,
  documents json not null
);
`;
