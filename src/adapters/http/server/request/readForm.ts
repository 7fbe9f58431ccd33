import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import type { HttpRequest } from "./HttpRequest.ts";
import type { BodyRefused } from "./readRequestBody.ts";
import { type SentParameters, sentParameters } from "./sentParameters.ts";

/** The maximum size of a form in bytes. */
const formLimit = 64 * 1024;

/** A body that is not a form (RFC 6749 section 3.2). */
export class NotAForm extends Schema.TaggedError<NotAForm>()("NotAForm", {}) {}

const isForm = (contentType: string | null): boolean =>
  contentType !== null && /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(contentType);

/** Parses the form in the body of a request. */
export const readForm = (request: HttpRequest): Effect.Effect<SentParameters, NotAForm | BodyRefused> =>
  isForm(request.header("content-type"))
    ? Effect.map(request.body(formLimit), (body) => sentParameters(body.toString("utf8")))
    : Effect.fail(new NotAForm());
