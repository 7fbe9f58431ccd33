import { refusalPage } from "../pages/refusalPage.ts";
import type { HttpRequest } from "../server/HttpRequest.ts";
import { tooManySignIns } from "./loginRefusals.ts";

/** Refuses one request of a browser too many, with a page; `retryAfter` in seconds. */
export const tooManyByPage = (request: HttpRequest, retryAfter: number) =>
  refusalPage(tooManySignIns(retryAfter), request.header("accept"));
