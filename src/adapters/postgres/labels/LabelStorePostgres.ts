import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import type { Did } from "../../../domain/atproto/Did.ts";
import { type Label, labelKeyText, latestLabels } from "../../../domain/label/Label.ts";
import { type LabelFilter, type LabelPosition, LabelStore } from "../../../domain/label/LabelStore.ts";
import { subjectText } from "../../../domain/label/LabelSubject.ts";
import { storeUnavailable } from "../connection/failureReason.ts";
import { type LabelRow, labelColumns, labelOf, subjectOf } from "./labelRow.ts";

const unavailable = storeUnavailable("labels");

interface SubjectRow {
  readonly text: string;
  readonly did: Did;
}

/** The order of `compareLabels`: a null, which never ends, is last. */
const rank = (alias: string): string =>
  `(${alias}.cts, ${alias}.neg, coalesce(${alias}.exp, 9223372036854775807), coalesce(${alias}.cid, ''))`;

const putText = `
  insert into tidemark.labels as t (uri, src, val, did, cid, neg, cts, exp)
  select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::boolean[], $7::bigint[], $8::bigint[])
  on conflict (uri, src, val) do update
  set cid = excluded.cid, neg = excluded.neg, cts = excluded.cts, exp = excluded.exp
  where ${rank("excluded")} > ${rank("t")}`;

const putValues = (labels: ReadonlyArray<Label>) => [
  labels.map(({ subject }) => subjectText(subject)),
  labels.map(({ src }) => src),
  labels.map(({ val }) => val),
  labels.map(({ subject }) => subject.did),
  labels.map(({ cid }) => cid),
  labels.map(({ neg }) => neg),
  labels.map(({ cts }) => cts),
  labels.map(({ exp }) => exp)
];

const byKey = (left: Label, right: Label): number => (labelKeyText(left) < labelKeyText(right) ? -1 : 1);

const matching = "($1::text is null or uri = $1) and ($2::text is null or val = $2) and ($3::text is null or src = $3)";

const filterValues = ({ src, uri, val }: LabelFilter) => [uri, val, src];

/** The text of a key is its parts with a line feed between them, so that the parts are compared one by one. */
const listText = `
  select ${labelColumns} from tidemark.labels
  where ${matching} and ($4::bigint is null or cts < $4 or (cts = $4 and (uri, src, val) > ($5, $6, $7)))
  order by cts desc, uri, src, val limit $8`;

const keyParts = ({ key }: LabelPosition): ReadonlyArray<string> => {
  const [uri = "", src = "", ...val] = key.split("\n");
  return [uri, src, val.join("\n")];
};

const positionValues = (after: LabelPosition | null) =>
  after === null ? [null, "", "", ""] : [after.cts, ...keyParts(after)];

/** The subjects that an active label of the severity `TAKEDOWN` hides, and when the last of them ends. */
const takedownsText = (where: string): string => `
  select l.uri as text, l.did,
    (case when bool_or(l.exp is null) then null else max(l.exp) end)::float8 as until
  from tidemark.labels l join tidemark.label_definitions d on d.val = l.val
  where d.severity = 'TAKEDOWN' and not l.neg and (l.exp is null or l.exp > $1) and ${where}
  group by l.uri, l.did order by l.uri limit $3`;

const makeLabelStore = Effect.map(SqlClient, (sql) => {
  const takedowns = (where: string, values: ReadonlyArray<unknown>) =>
    sql.unsafe<SubjectRow & { readonly until: number | null }>(takedownsText(where), [...values]).pipe(
      Effect.mapBoth({
        onFailure: unavailable,
        onSuccess: (rows) => rows.map((row) => ({ subject: subjectOf(row), until: row.until }))
      })
    );
  return LabelStore.of({
    put: (labels) =>
      labels.length === 0
        ? Effect.void
        : sql
            .unsafe(putText, putValues(latestLabels(labels).toSorted(byKey)))
            .pipe(Effect.asVoid, Effect.mapError(unavailable)),
    list: (filter, after, limit) =>
      sql
        .unsafe<LabelRow>(listText, [...filterValues(filter), ...positionValues(after), limit])
        .pipe(Effect.mapBoth({ onFailure: unavailable, onSuccess: (rows) => rows.map(labelOf) })),
    count: (filter) =>
      sql
        .unsafe<{ count: number }>(
          `select count(*)::float8 as count from tidemark.labels where ${matching}`,
          filterValues(filter)
        )
        .pipe(Effect.mapBoth({ onFailure: unavailable, onSuccess: ([row]) => row?.count ?? 0 })),
    takedownsOf: (subjects, now) =>
      subjects.length === 0
        ? Effect.succeed([])
        : takedowns("l.uri = any($2::text[])", [now, subjects.map((subject) => subjectText(subject)), subjects.length]),
    takedowns: (after, limit, now) => takedowns("l.uri > $2", [now, after ?? "", limit]),
    subjectsWith: (val, after, limit) =>
      sql<SubjectRow>`
        select distinct uri as text, did from tidemark.labels where val = ${val} and uri > ${after ?? ""}
        order by uri limit ${limit}`.pipe(
        Effect.mapBoth({ onFailure: unavailable, onSuccess: (rows) => rows.map(subjectOf) })
      ),
    // A loose scan of the index: there are few sources, and there may be many labels.
    sources: sql<{ src: Did }>`
      with recursive found as (
        (select src from tidemark.labels order by src limit 1)
        union all
        select (select l.src from tidemark.labels l where l.src > f.src order by l.src limit 1) from found f
        where f.src is not null)
      select src from found where src is not null`.pipe(
      Effect.mapBoth({ onFailure: unavailable, onSuccess: (rows) => rows.map(({ src }) => src) })
    ),
    removeOf: (src, limit) =>
      sql<SubjectRow>`
        delete from tidemark.labels where (uri, src, val) in (
          select uri, src, val from tidemark.labels where src = ${src} limit ${limit})
        returning uri as text, did`.pipe(
        Effect.mapBoth({ onFailure: unavailable, onSuccess: (rows) => rows.map(subjectOf) })
      )
  });
});

/** The labels in `tidemark.labels`. */
export const layer: Layer.Layer<LabelStore, never, SqlClient> = Layer.effect(LabelStore, makeLabelStore);
