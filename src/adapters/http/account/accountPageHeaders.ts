import type { HttpResponse } from "../server/response/HttpResponse.ts";

/** The origin is named to this service, for browsers that know no Sec-Fetch-Site. */
export const accountPageHeaders: HttpResponse["headers"] = { "referrer-policy": "same-origin" };
