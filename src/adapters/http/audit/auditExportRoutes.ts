import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Option from "effect/Option";
import { exportHistory } from "../../../application/audit/exportHistory.ts";
import { ndjson } from "../../../application/audit/ndjson.ts";
import { resolveSearch } from "../../../application/audit/resolveSearch.ts";
import { isOpenedFromElsewhere } from "../browser/sameOrigin.ts";
import type { HttpRequest } from "../server/request/HttpRequest.ts";
import { type HttpResponse, noStore } from "../server/response/HttpResponse.ts";
import type { Route } from "../server/routing/Route.ts";
import { adminOf } from "../settings/adminOf.ts";
import { adminRequired, fromElsewhere, problem, unavailable } from "./auditProblems.ts";
import { parameterOf, readExportQuery } from "./readExportQuery.ts";

const filterOf = (request: HttpRequest) =>
  Either.match(readExportQuery(request.query), {
    onLeft: (fault) => Effect.fail(problem(400, "invalid_request", fault)),
    onRight: (sent) =>
      Effect.catchTag(resolveSearch(sent), "InvalidAuditFilter", ({ argument, problem: fault }) =>
        Effect.fail(problem(400, "invalid_request", `${parameterOf(argument)} ${fault}`))
      )
  });

const sendExport = Effect.fnUntraced(
  function* (request: HttpRequest) {
    if (isOpenedFromElsewhere(request)) return fromElsewhere;
    if (Option.isNone(yield* adminOf(request))) return adminRequired;
    const filter = yield* filterOf(request);
    const body = yield* exportHistory(filter, ndjson);
    const now = new Date(yield* Clock.currentTimeMillis).toISOString();
    const name = `tidemark-audit-${now.slice(0, 19).replaceAll(":", "")}Z.ndjson`;
    return {
      status: 200,
      headers: {
        "content-type": "application/x-ndjson; charset=utf-8",
        "content-disposition": `attachment; filename="${name}"`,
        ...noStore
      },
      body
    } satisfies HttpResponse;
  },
  Effect.catchAll((failure) => Effect.succeed("_tag" in failure ? unavailable : failure))
);

type Needs = Effect.Effect.Context<ReturnType<typeof sendExport>>;

/** Serves `/admin/audit.ndjson`: the filtered history, oldest first, in verifiable form. */
export const auditExportRoutes: ReadonlyArray<Route<Needs>> = [
  {
    methods: ["GET"],
    path: "/admin/audit.ndjson",
    origins: "same",
    whenClientLeaves: "interrupt",
    whenSpeculative: "refuse",
    handle: sendExport
  }
];
