/**
 * The words of records, for searches. `words` holds the words of each searched property, `words_of` says by which rules
 * and of which version of the record they are. Both are null where no words are stored. They move with the record when its
 * account is hidden and shown, as derived columns do.
 */
const columns = `
alter table tidemark_records.record_template add column words jsonb, add column words_of text collate "C";

do $$
declare
  each text;
begin
  for each in select nsid from tidemark_records.collections order by nsid loop
    execute format('alter table tidemark_records.%I add column words jsonb, add column words_of text collate "C"',
      tidemark_records.table_of(each));
  end loop;
end $$;
`;

/**
 * The collections with stored words, and the properties that an index of words covers: none where there is no index. Where
 * there is one, the words of every record are stored.
 */
const indexes = `
create table tidemark_records.word_indexes (
  nsid text collate "C" primary key,
  properties jsonb not null
);
`;

/** Makes a statement fail that would search a collection whose words are not up to date. */
const guard = `
create function tidemark_records.require_words(stale boolean, nsid text) returns boolean language plpgsql stable as $$
begin
  if stale then
    raise exception '%', nsid using errcode = 'TM540';
  end if;
  return true;
end $$;
`;

/** What belongs to the index of records. */
export const sql = columns + indexes + guard;
