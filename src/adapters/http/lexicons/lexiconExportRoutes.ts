import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { exportedFiles } from "../../../domain/lexicon/import/exportedFiles.ts";
import { LexiconArchive } from "../../../domain/lexicon/import/LexiconArchive.ts";
import { LexiconCatalog } from "../../../domain/lexicon/model/LexiconCatalog.ts";
import type { HttpRequest } from "../server/request/HttpRequest.ts";
import { type HttpResponse, json, noStore } from "../server/response/HttpResponse.ts";
import type { Route } from "../server/routing/Route.ts";
import { adminOf } from "../settings/adminOf.ts";

const adminRequired = json(
  403,
  { error: "access_denied", error_description: "This is for admins. Sign in at /settings." },
  noStore
);
const unavailable = json(
  503,
  { error: "temporarily_unavailable", error_description: "The database is not available. Try again in a moment." },
  { ...noStore, "retry-after": "1" }
);

const sendArchive = Effect.fnUntraced(
  function* (request: HttpRequest) {
    if (Option.isNone(yield* adminOf(request))) return adminRequired;
    const set = yield* (yield* LexiconCatalog).current;
    const body = yield* (yield* LexiconArchive).write(exportedFiles(set));
    return {
      status: 200,
      headers: {
        "content-type": "application/zip",
        "content-disposition": 'attachment; filename="lexicons.zip"',
        ...noStore
      },
      body
    } satisfies HttpResponse;
  },
  Effect.catchAll(() => Effect.succeed(unavailable))
);

type Needs = Effect.Effect.Context<ReturnType<typeof sendArchive>>;

/** Serves `/admin/lexicons.zip`: the active Lexicons as an archive for an import. For signed-in admins. */
export const lexiconExportRoutes: ReadonlyArray<Route<Needs>> = [
  { methods: ["GET"], path: "/admin/lexicons.zip", origins: "same", whenSpeculative: "refuse", handle: sendArchive }
];
