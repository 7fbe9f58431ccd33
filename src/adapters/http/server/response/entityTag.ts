import { createHash } from "node:crypto";
import type { HttpRequest } from "../request/HttpRequest.ts";
import type { HttpResponse } from "./HttpResponse.ts";

/** Returns a strong entity tag of a body (RFC 9110 section 8.8.3). */
export const entityTag = (body: string | Uint8Array): string =>
  `"${createHash("sha256").update(body).digest("base64url")}"`;

const includesTag = (tag: string, header: string): boolean =>
  header.split(",").some((part) => part.trim() === "*" || part.trim().replace(/^W\//, "") === tag);

/** Returns the response, or 304 without a body for a client that has it (RFC 9110 section 13.1.2). */
export const withEntityTag = (request: HttpRequest, tag: string, response: HttpResponse): HttpResponse => {
  const headers = { ...response.headers, etag: tag };
  const known = request.header("if-none-match");
  return known !== null && includesTag(tag, known) ? { status: 304, headers, body: null } : { ...response, headers };
};
