import * as Effect from "effect/Effect";
import { PublicUrl } from "../../../application/instance/PublicUrl.ts";
import { docsUrl } from "../../../domain/documentation/docsUrl.ts";
import { type HttpResponse, json, noStore } from "../server/response/HttpResponse.ts";

/** An error of an OAuth endpoint (RFC 6749 section 5.2). */
export interface OauthError {
  readonly status: number;
  readonly error: string;
  readonly description: string;
  readonly headers: HttpResponse["headers"];
  /** Further members of the response. */
  readonly more: Readonly<Record<string, unknown>>;
}

/** Returns the response for an error, with the URL of the page about its code as `error_uri`. */
export const oauthErrorResponse = ({ description, error, headers, more, status }: OauthError) =>
  Effect.map(PublicUrl, (publicUrl): HttpResponse => {
    const members = {
      error,
      error_description: description,
      error_uri: docsUrl(publicUrl, "reference/errors", error),
      ...more
    };
    return json(status, members, { ...noStore, ...headers });
  });
