import { errorPage } from "../pages/errorPage.ts";
import type { HttpRequest } from "../server/request/HttpRequest.ts";
import { tooManySignIns } from "./authorize/loginRefusals.ts";

/** Refuses one request of a browser too many, with a page; `retryAfter` in seconds. */
export const tooManyByPage = (request: HttpRequest, retryAfter: number) =>
  errorPage(tooManySignIns(retryAfter), request.header("accept"));
