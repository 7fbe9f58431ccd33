import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import {
  type PublicationReport,
  PublicationReports
} from "../../../domain/transparency/publishing/PublicationReports.ts";
import { storeUnavailable } from "../connection/failureReason.ts";

const unavailable = storeUnavailable("publication-reports");

const makePublicationReports = Effect.map(SqlClient, (sql) =>
  PublicationReports.of({
    report: ({ changedAt, checkedAt, reason, resetAt, size, state, target }) =>
      sql`
        insert into tidemark.log_publications (target, state, reason, size, changed_at, checked_at, reset_at)
        values (${target}, ${state}, ${reason}, ${size}, ${changedAt}, ${checkedAt}, ${resetAt})
        on conflict (target) do update set state = excluded.state, reason = excluded.reason, size = excluded.size,
          changed_at = excluded.changed_at, checked_at = excluded.checked_at, reset_at = excluded.reset_at`.pipe(
        Effect.mapBoth({ onFailure: unavailable, onSuccess: () => undefined })
      ),
    all: Effect.mapError(
      sql<PublicationReport>`
        select target, state, reason, size, changed_at as "changedAt", checked_at as "checkedAt", reset_at as "resetAt"
        from tidemark.log_publications order by target`,
      unavailable
    )
  })
);

/** Reports about witnesses and anchors in `tidemark.log_publications`. */
export const layer: Layer.Layer<PublicationReports, never, SqlClient> = Layer.effect(
  PublicationReports,
  makePublicationReports
);
