/**
 * Drops what a rebuild of the stored projections left that was killed: its tables may name persons who were erased since. A
 * rebuild that is running holds the lock, and starts over by itself when somebody is erased.
 */
export const sql = `
create function tidemark.drop_abandoned_rebuild() returns void language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if to_regnamespace('tidemark_shadow') is not null and pg_try_advisory_xact_lock(1910374402) then
    drop schema tidemark_shadow cascade;
  end if;
end $$;
revoke all on function tidemark.drop_abandoned_rebuild from public;
`;
