import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import type { Did } from "../../../domain/atproto/Did.ts";
import { countRejections } from "../../../domain/labeler/countRejections.ts";
import { type Labeler, Labelers } from "../../../domain/labeler/Labelers.ts";
import { storeUnavailable } from "../connection/failureReason.ts";

const unavailable = storeUnavailable("labelers");

const makeLabelers = Effect.map(SqlClient, (sql) => {
  const columns = sql`
    did, endpoint, missed_at::float8 as "missedAt",
    coalesce((
      select json_agg(json_build_object(
        'reason', reason, 'count', rejected, 'lastAt', last_at, 'detail', detail, 'uri', uri, 'val', val) order by reason)
      from tidemark.label_rejections where label_rejections.did = labelers.did
    ), '[]') as rejections`;

  return Labelers.of({
    list: Effect.mapError(
      sql<Labeler>`select ${columns} from tidemark.labelers where not is_former order by did`,
      unavailable
    ),
    add: (did) =>
      sql`
        insert into tidemark.labelers as stored (did) values (${did})
        on conflict (did) do update set is_former = false where stored.is_former`.pipe(
        Effect.asVoid,
        Effect.mapError(unavailable)
      ),
    remove: (did) =>
      sql`
        with former as (
          update tidemark.labelers set is_former = true, endpoint = null, missed_at = null where did = ${did}
          returning did)
        delete from tidemark.label_rejections using former where label_rejections.did = former.did`.pipe(
        Effect.asVoid,
        Effect.mapError(unavailable)
      ),
    hold: (did) =>
      sql<Labeler>`select ${columns} from tidemark.labelers where did = ${did} and not is_former for share`.pipe(
        Effect.mapBoth({ onFailure: unavailable, onSuccess: ([row]) => Option.fromNullable(row) })
      ),
    former: sql<{ did: Did }>`select did from tidemark.labelers where is_former order by did`.pipe(
      Effect.mapBoth({ onFailure: unavailable, onSuccess: (rows) => rows.map(({ did }) => did) })
    ),
    holdFormer: (did) =>
      sql`select from tidemark.labelers where did = ${did} and is_former for share`.pipe(
        Effect.mapBoth({ onFailure: unavailable, onSuccess: (rows) => rows.length > 0 })
      ),
    forget: (did) =>
      sql`delete from tidemark.labelers where did = ${did} and is_former`.pipe(
        Effect.asVoid,
        Effect.mapError(unavailable)
      ),
    setEndpoint: (did, endpoint) =>
      sql`update tidemark.labelers set endpoint = ${endpoint} where did = ${did}`.pipe(
        Effect.asVoid,
        Effect.mapError(unavailable)
      ),
    setMissed: (did, at) =>
      sql`update tidemark.labelers set missed_at = ${at} where did = ${did}`.pipe(
        Effect.asVoid,
        Effect.mapError(unavailable)
      ),
    reject: (did, rejections, at) =>
      rejections.length === 0
        ? Effect.void
        : sql`
            insert into tidemark.label_rejections as stored (did, reason, rejected, last_at, detail, uri, val)
            select ${did}, reason, count, "lastAt", detail, uri, val
            from json_to_recordset(${JSON.stringify(countRejections(rejections, at))}::text::json)
              as counted(reason text, count bigint, "lastAt" bigint, detail text, uri text, val text)
            on conflict (did, reason) do update set
              rejected = stored.rejected + excluded.rejected, last_at = excluded.last_at,
              detail = excluded.detail, uri = excluded.uri, val = excluded.val`.pipe(
            Effect.asVoid,
            Effect.mapError(unavailable)
          )
  });
});

/** The labelers in `tidemark.labelers` and `tidemark.label_rejections`. */
export const layer: Layer.Layer<Labelers, never, SqlClient> = Layer.effect(Labelers, makeLabelers);
