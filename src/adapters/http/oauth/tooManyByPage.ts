import * as Effect from "effect/Effect";
import { errorPage } from "../pages/errorPage.ts";
import type { HttpRequest } from "../server/request/HttpRequest.ts";
import { tooManySignIns } from "./authorize/loginRefusals.ts";

/** Refuses a request above the rate limit with a page; `retryAfter` is in seconds. */
export const tooManyByPage = (request: HttpRequest, retryAfter: number) =>
  Effect.succeed(errorPage(tooManySignIns(retryAfter), request.header("accept")));
