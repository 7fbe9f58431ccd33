import type { SqlClient } from "@effect/sql/SqlClient";
import type { SqlError } from "@effect/sql/SqlError";
import type { Statement } from "@effect/sql/Statement";
import * as Effect from "effect/Effect";
import type { RecordedEvent } from "../../domain/event/Envelope.ts";
import type { StreamName } from "../../domain/event/StreamName.ts";
import { type Superseding, supersededTypes, supersedingIn, supersedings } from "../../domain/event/supersede.ts";
import { type EventRow, eventColumns, recordedEvent } from "./eventRow.ts";

const listed = (types: Iterable<string>): string => [...types].map((type) => `'${type}'`).join(", ");

/** In the words of the index `events_not_superseded`. */
const lasting = `type not in (${listed(supersededTypes)})
  and (${supersedings.map(({ of }) => `stream like '${of}-%'`).join(" or ")})`;

const after = `from tidemark.events
  where stream = (select stream from wanted) and version > (select version from wanted)`;
const before = `${after} and version < (select version from last)`;

/** The last event before, of the one type of which that stays. */
const kept = (type: string): string =>
  `union all (select ${eventColumns} ${before} and type = '${type}' order by version desc limit 1)`;

/** Each part is found by an index, and none looks at what is superseded. */
const standing = ({ but, by }: Superseding): string => `
  last as (select version ${after} and type = '${by}' order by version desc limit 1)
  select ${eventColumns} ${after} and version >= coalesce((select version from last), 0)
  union all select ${eventColumns} ${before} and ${lasting}
  ${but === null ? "" : kept(but)}
  order by version`;

/** The statement for `standingAfter`; where nothing is superseded, such as in writes, a plain one. */
export const standingRows = (sql: SqlClient, stream: StreamName, version: number): Statement<EventRow> => {
  const superseding = supersedingIn(stream);
  if (superseding === null)
    return sql<EventRow>`
      select ${sql.literal(eventColumns)} from tidemark.events
      where stream = ${stream} and version > ${version} order by version`;
  return sql<EventRow>`
    with wanted as (select ${stream}::text as stream, ${version}::int as version),
    ${sql.literal(standing(superseding))}`;
};

/**
 * The events of a stream after a version, in order, without those that a later one supersedes: so that a stream that was
 * refreshed for a year is loaded as fast as one of a day.
 */
export const standingAfter = (
  sql: SqlClient,
  stream: StreamName,
  version: number
): Effect.Effect<ReadonlyArray<RecordedEvent>, SqlError> =>
  Effect.map(standingRows(sql, stream, version), (rows) => rows.map(recordedEvent));
