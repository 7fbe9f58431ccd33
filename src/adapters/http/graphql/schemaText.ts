import * as Effect from "effect/Effect";
import { GraphqlApi } from "../../../application/api/GraphqlApi.ts";
import type { HttpRequest } from "../server/request/HttpRequest.ts";
import { entityTag, withEntityTag } from "../server/response/entityTag.ts";

const inWords = (request: HttpRequest, body: string) =>
  withEntityTag(request, entityTag(body), {
    status: 200,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-cache" },
    body
  });

/** Serves the schema as text, or 304 for a client that has it. */
export const schemaText = Effect.fnUntraced(function* (request: HttpRequest) {
  const api = yield* GraphqlApi;
  return inWords(request, yield* api.sdl);
});

/** Serves the schema of the admin API, which is public. */
export const adminSchemaText = (request: HttpRequest) =>
  Effect.map(GraphqlApi, ({ adminSdl }) => inWords(request, adminSdl));
