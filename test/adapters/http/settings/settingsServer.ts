import { assert } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import * as Redacted from "effect/Redacted";
import * as HttpServerNode from "../../../../src/adapters/http/server/HttpServerNode.ts";
import type { HttpRequest } from "../../../../src/adapters/http/server/request/HttpRequest.ts";
import { sessionOf } from "../../../../src/adapters/http/settings/adminOf.ts";
import { settingsRoutes } from "../../../../src/adapters/http/settings/settingsRoutes.ts";
import { issueSetupToken } from "../../../../src/application/admin/setupToken.ts";
import { blobContent } from "../../../../src/domain/record/blob/BlobContent.ts";
import { adminSession } from "../../../support/adminSession.ts";
import { alice, memoryService, publicUrl } from "../../../support/memoryService.ts";
import { type Answer, type Sent, send } from "../send.ts";

/** The settings over memory adapters, on a free port; their public address is another one, as behind a proxy. */
export const settingsServer = HttpServerNode.layer({
  host: "127.0.0.1",
  port: 0,
  publicUrl,
  trustedProxies: 0,
  routes: settingsRoutes
}).pipe(Layer.provideMerge(memoryService));

export const ask = (path: string, sent?: Sent) =>
  Effect.flatMap(HttpServerNode.HttpServerNode, ({ port }) => send(port, path, sent));

type Headers = Record<string, string>;

export const sameOrigin: Headers = { "sec-fetch-site": "same-origin" };

/** Sends a form as a browser does from a page of the service, but for what a test changes. */
export const post = (path: string, form: Readonly<Record<string, string>>, headers: Headers = sameOrigin) =>
  ask(path, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body: new URLSearchParams(form).toString()
  });

/** A fresh setup token, as the operator reads it. */
export const setupToken = Effect.map(issueSetupToken(), Redacted.value);

export const cookieOf = (answer: Answer): string => answer.cookies[0]?.split(";")[0] ?? assert.fail(answer.text);

type Sending = Readonly<Record<string, string>>;

/** A request as what reads its cookie sees it. */
export const requestOf = (method: string, headers: Sending): HttpRequest => ({
  id: "request",
  method,
  path: "/admin/graphql",
  query: "",
  clientAddress: "127.0.0.1",
  header: (name) => headers[name] ?? null,
  headerLines: (name) => (headers[name] === undefined ? [] : [headers[name]]),
  body: () => Effect.die("not read"),
  stream: { pieces: blobContent(new Uint8Array(), "image/png").bytes, cutOff: Effect.never }
});

/** How far whoever sends a cookie is with signing in; null for somebody who is not. */
export const stateOf = (cookie: string) =>
  Effect.map(sessionOf(requestOf("GET", { cookie })), (found) => Option.getOrNull(found)?._tag ?? null);

/** What an admin's browser can do. */
export const signedIn = Effect.gen(function* () {
  const cookie = `__Host-tidemark-admin=${yield* adminSession(alice.did)}`;
  return {
    cookie,
    get: (path: string) => ask(path, { headers: { cookie } }),
    post: (path: string, form: Readonly<Record<string, string>>, headers: Headers = sameOrigin) =>
      post(path, form, { cookie, ...headers })
  };
});

/** The heading of a page: which one it is. */
export const headingOf = (answer: Answer): string =>
  /<h1>(.*)<\/h1>/.exec(answer.text)?.[1] ?? assert.fail(answer.text);
