/** The messages of the webhook, and how far the log was read for them. What is personal is read from the log when a message is sent. */
export const sql = `
create table tidemark.webhook_progress (
  only_row boolean primary key default true check (only_row),
  position bigint not null,
  watch jsonb not null,
  stopped_at bigint
);

create table tidemark.webhook_messages (
  number bigint generated always as identity primary key,
  id text collate "C" not null unique,
  topic text not null,
  subject jsonb not null,
  happened_at bigint not null,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'given-up')),
  attempts int not null default 0,
  since bigint not null,
  due_at bigint,
  attempted_at bigint,
  status int,
  reason text,
  check ((state = 'pending') = (due_at is not null))
);
create index webhook_messages_due on tidemark.webhook_messages (due_at, number) where state = 'pending';
`;
