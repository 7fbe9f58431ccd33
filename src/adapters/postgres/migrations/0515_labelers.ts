/**
 * The external labelers whose labels have an effect, and how many of their labels were rejected for each reason, with the
 * last one. Their cursors are in `sync_cursors`, by DID. A former labeler is there until its labels are removed.
 */
export const sql = `
create table tidemark.labelers (
  did text collate "C" primary key,
  is_former boolean not null default false,
  endpoint text,
  missed_at bigint
);

create table tidemark.label_rejections (
  did text collate "C" not null references tidemark.labelers on delete cascade,
  reason text collate "C" not null,
  rejected bigint not null,
  last_at bigint not null,
  detail text not null,
  uri text,
  val text,
  primary key (did, reason)
);
`;
