/** Finds the hidden records of a collection, in the order in which admins read them. */
const indexes = `
create index hidden_records_of_collection on tidemark_records.hidden_records (collection, indexed_at desc, uri desc);
`;

/** Removes the records of an account, visible or not. Whether the account is hidden stays as it is. */
const removal = `
create function tidemark_records.remove_account_records(of_did text) returns bigint language plpgsql as $$
declare
  each text;
  removed bigint;
  total bigint;
begin
  perform tidemark_records.lock_accounts(array[of_did]);
  delete from tidemark_records.hidden_records t
  where t.uri >= 'at://' || of_did || '/' and t.uri < 'at://' || of_did || '0';
  get diagnostics total = row_count;
  for each in select nsid from tidemark_records.collections order by nsid loop
    execute format('delete from tidemark_records.%I where did = $1', tidemark_records.table_of(each)) using of_did;
    get diagnostics removed = row_count;
    total := total + removed;
  end loop;
  return total;
end $$;
`;

/** What belongs to the index of records. */
export const sql = indexes + removal;
