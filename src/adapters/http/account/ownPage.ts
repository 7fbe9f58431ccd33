import type { HttpResponse } from "../server/HttpResponse.ts";

/** The origin is named to this service, for browsers that know no Sec-Fetch-Site. */
export const ownPage: HttpResponse["headers"] = { "referrer-policy": "same-origin" };
