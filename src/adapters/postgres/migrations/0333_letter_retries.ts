/** How far the dead letters were tried again by the last set of Lexicons. */
export const sql = `
create table tidemark.letter_retries (
  only_row boolean primary key default true check (only_row),
  digest text not null,
  before bigint,
  is_done boolean not null
);
`;
