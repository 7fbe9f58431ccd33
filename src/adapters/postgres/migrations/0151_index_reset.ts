/** An index that was emptied is filled again: every repository is due, as after an import of Lexicons. */
export const sql = `
create trigger request_every_repository_anew after insert on tidemark.events for each row
  when (new.type = 'IndexReset.v1') execute function tidemark.request_every_repository();
`;
