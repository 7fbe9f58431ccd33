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

/** The schema in words; who has it already is told so, and nothing more. */
export const schemaText = Effect.fnUntraced(function* (request: HttpRequest) {
  const api = yield* GraphqlApi;
  return inWords(request, yield* api.sdl);
});

/** The same of the admin API. It is no secret. */
export const adminSchemaText = (request: HttpRequest) =>
  Effect.map(GraphqlApi, ({ adminSdl }) => inWords(request, adminSdl));
