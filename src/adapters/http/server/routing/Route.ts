import type * as Effect from "effect/Effect";
import type { HttpRequest } from "../request/HttpRequest.ts";
import type { HttpResponse } from "../response/HttpResponse.ts";

/** A route of the service and its handler. A file that adds routes exports an array of these. */
export interface Route<R> {
  /** GET does not include HEAD, because a GET may start something. */
  readonly methods: ReadonlyArray<string>;
  /** Compared with the path as sent. `/settings/*` matches everything below `/settings/`. */
  readonly path: string;
  /**
   * Whether scripts of other origins may call it, so that it handles preflights. Their cookies are never used: no response
   * allows credentials, and cookies are read only for requests from pages of this service.
   */
  readonly origins: "any" | "same";
  /**
   * How a prefetch or prerender is handled; by default like any request. A GET with side effects refuses it.
   */
  readonly whenSpeculative?: "answer" | "refuse";
  /** What happens when the client disconnects; by default the handler runs to its end. */
  readonly whenClientLeaves?: "finish" | "interrupt";
  /**
   * The size limit in bytes of a body that is read before the handler runs; null if the handler reads the body, which is the
   * default. The handler waits for nothing then, and its fiber is not suspended.
   */
  readonly bodyFirst?: (request: HttpRequest) => number | null;
  /** The response while the process is stopping; by default the handler runs. */
  readonly whenStopping?: HttpResponse;
  readonly handle: (request: HttpRequest) => Effect.Effect<HttpResponse, never, R>;
}
