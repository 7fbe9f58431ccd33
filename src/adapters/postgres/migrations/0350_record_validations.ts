/** How far the indexed records of each collection were validated by the Lexicons in use. */
export const sql = `
create table tidemark.record_validations (
  collection text primary key,
  digest text not null,
  after text,
  is_done boolean not null
);
`;
