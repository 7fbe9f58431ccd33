import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { OverdueAuthorizations } from "../../../domain/authorization/end/OverdueAuthorizations.ts";
import { storeUnavailable } from "../connection/failureReason.ts";

/**
 * There are only a few unredeemed codes at any time. The expiry of an authorization has no index, because it changes with
 * every refresh: the active ones are scanned, which happens rarely.
 */
const makeOverdue = Effect.map(SqlClient, (sql) =>
  OverdueAuthorizations.of({
    list: (now, after, limit) =>
      sql<{ readonly id: string }>`
        select id from (
          select authorization_id as id from tidemark.unredeemed_codes where expires_at <= ${now}
          union all
          select authorization_id from tidemark.authorizations where ended_at is null and expires_at <= ${now}
        ) overdue where id > ${after} collate "C" order by id collate "C" limit ${limit}`.pipe(
        Effect.mapBoth({
          onFailure: storeUnavailable("authorizations"),
          onSuccess: (rows) => rows.map(({ id }) => id)
        })
      )
  })
);

/** Expired authorizations, from tables that every append brings up to date. */
export const layer: Layer.Layer<OverdueAuthorizations, never, SqlClient> = Layer.effect(
  OverdueAuthorizations,
  makeOverdue
);
