/** The nonces that PDSes told last. What a crash of the database loses costs one request each, so that it is not logged. */
export const sql = `
create unlogged table tidemark.server_nonces (
  role text collate "C" not null,
  origin text collate "C" not null,
  nonce text not null,
  told_at timestamptz not null,
  primary key (role, origin)
);
create index server_nonces_age on tidemark.server_nonces (told_at);
`;
