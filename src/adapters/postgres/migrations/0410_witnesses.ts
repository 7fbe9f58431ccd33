/** Cosignatures of witnesses beside the checkpoints, and what is known of each witness and anchor. */
export const sql = `
create table tidemark.log_cosignatures (
  size bigint not null,
  witness text collate "C" not null,
  line text collate "C" not null,
  cosigned_at bigint not null,
  primary key (witness, size)
);
create index log_cosignatures_by_size on tidemark.log_cosignatures (size);

create table tidemark.log_publications (
  target text collate "C" primary key,
  state text not null,
  reason text,
  size bigint not null,
  changed_at text not null,
  checked_at text not null,
  reset_at text
);
`;
