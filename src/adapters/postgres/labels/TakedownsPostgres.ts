import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import type { Did } from "../../../domain/atproto/Did.ts";
import { subjectText } from "../../../domain/label/LabelSubject.ts";
import { Takedowns } from "../../../domain/label/Takedowns.ts";
import { storeUnavailable } from "../connection/failureReason.ts";
import { subjectOf } from "./labelRow.ts";

const unavailable = storeUnavailable("labels");

interface SubjectRow {
  readonly text: string;
  readonly did: Did;
}

const makeTakedowns = Effect.map(SqlClient, (sql) =>
  Takedowns.of({
    ended: (now, limit) =>
      sql<SubjectRow>`
        select subject as text, did from tidemark_records.takedowns where until <= ${now}::bigint
        order by until limit ${limit}`.pipe(
        Effect.mapBoth({ onFailure: unavailable, onSuccess: (rows) => rows.map(subjectOf) })
      ),
    list: (after, limit) =>
      sql<SubjectRow>`
        select subject as text, did from tidemark_records.takedowns where subject > ${after ?? ""}
        order by subject limit ${limit}`.pipe(
        Effect.mapBoth({ onFailure: unavailable, onSuccess: (rows) => rows.map(subjectOf) })
      ),
    authors: sql<{ did: Did }>`
      select distinct t.did from tidemark_records.takedowns t
      where not exists (select from tidemark_records.hidden_accounts h where h.did = t.did)`.pipe(
      Effect.mapBoth({ onFailure: unavailable, onSuccess: (rows) => new Set(rows.map(({ did }) => did)) })
    ),
    find: (subjects) =>
      sql<{ subject: string }>`
        select subject from tidemark_records.takedowns
        where subject = any(${subjects.map((subject) => String(subjectText(subject)))}::text[])`.pipe(
        Effect.mapBoth({ onFailure: unavailable, onSuccess: (rows) => new Set(rows.map(({ subject }) => subject)) })
      )
  })
);

/** The takedowns in `tidemark_records.takedowns`, which the functions of the index write. */
export const layer: Layer.Layer<Takedowns, never, SqlClient> = Layer.effect(Takedowns, makeTakedowns);
