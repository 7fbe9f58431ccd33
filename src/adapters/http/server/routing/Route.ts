import type * as Effect from "effect/Effect";
import type { HttpRequest } from "../request/HttpRequest.ts";
import type { HttpResponse } from "../response/HttpResponse.ts";

/** One address of the service, and how it is answered. A file that adds routes exports an array of these. */
export interface Route<R> {
  /** GET does not include HEAD, since a GET may begin something. */
  readonly methods: ReadonlyArray<string>;
  /** Compared with the path as it was sent; `/settings/*` stands for everything below `/settings/`. */
  readonly path: string;
  /**
   * Whether scripts of other origins may call it: then it answers preflights. Their cookies never count: no answer
   * allows credentials, and a cookie is looked at only for what a page of this service asks.
   */
  readonly origins: "any" | "same";
  /**
   * What a browser gets that loads the address before somebody goes there (prefetch, prerender); by default what anybody
   * gets. A GET that changes something refuses.
   */
  readonly whenSpeculative?: "answer" | "refuse";
  /** What happens when the client goes away before its answer; by default the handler runs to its end. */
  readonly whenClientLeaves?: "finish" | "interrupt";
  readonly handle: (request: HttpRequest) => Effect.Effect<HttpResponse, never, R>;
}
