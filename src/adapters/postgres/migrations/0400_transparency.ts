/**
 * The transparency log: tiles of its tree, and every checkpoint that was signed. A checkpoint is never changed, and a tile
 * only grows. The one row of `log_seal` serialises seals, and its fence refuses a former holder of the lease.
 */
export const sql = `
create table tidemark.log_checkpoints (
  size bigint primary key check (size > 0),
  root_hash bytea not null check (length(root_hash) = 32),
  origin text collate "C" not null,
  note text collate "C" not null,
  sealed_at text collate "C" not null
);

create table tidemark.log_tiles (
  level smallint not null check (level between 0 and 63),
  tile bigint not null check (tile >= 0),
  hashes bytea not null check (length(hashes) between 32 and 8192 and length(hashes) % 32 = 0),
  primary key (level, tile)
);
alter table tidemark.log_tiles alter column hashes set storage external;

create table tidemark.log_keys (
  vkey text collate "C" primary key,
  first_size bigint not null
);

create table tidemark.log_seal (
  single boolean primary key default true check (single),
  fence bigint not null
);
insert into tidemark.log_seal (fence) values (0);

create trigger append_only before update or delete or truncate on tidemark.log_checkpoints
  for each statement execute function tidemark.refuse_change();
alter table tidemark.log_checkpoints enable always trigger append_only;

create function tidemark.refuse_tile_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.level = old.level and new.tile = old.tile
      and substring(new.hashes from 1 for length(old.hashes)) = old.hashes then
      return new;
    end if;
  end if;
  raise exception 'a tile of the transparency log only grows: % refused', lower(tg_op) using errcode = 'restrict_violation';
end $$;

create trigger only_grows before update or delete on tidemark.log_tiles
  for each row execute function tidemark.refuse_tile_change();
create trigger not_truncated before truncate on tidemark.log_tiles
  for each statement execute function tidemark.refuse_tile_change();
alter table tidemark.log_tiles enable always trigger only_grows;
alter table tidemark.log_tiles enable always trigger not_truncated;
`;
