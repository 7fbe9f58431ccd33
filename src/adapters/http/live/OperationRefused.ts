import * as Either from "effect/Either";
import * as Schema from "effect/Schema";
import { errorExtensions } from "../../../application/api/errorExtensions.ts";
import type { Problem } from "../../../application/api/Problem.ts";

/** An error of a response (GraphQL, "Errors"). */
const ResponseError = Schema.Struct({
  message: Schema.String,
  locations: Schema.optionalWith(Schema.Array(Schema.Struct({ line: Schema.Number, column: Schema.Number })), {
    exact: true
  }),
  path: Schema.optionalWith(Schema.Array(Schema.Union(Schema.String, Schema.Number)), { exact: true }),
  extensions: Schema.optionalWith(Schema.Record({ key: Schema.String, value: Schema.Unknown }), { exact: true })
});

/** An operation was refused before it started, or it ended with an error. */
export class OperationRefused extends Schema.TaggedError<OperationRefused>()("OperationRefused", {
  errors: Schema.Array(ResponseError)
}) {}

const readErrors = Schema.decodeEither(Schema.parseJson(Schema.Struct({ errors: Schema.Array(ResponseError) })));

/** Returns the refusal with the errors of a response, which is the text of a JSON object. */
export const refusalOf = (body: string): OperationRefused =>
  new OperationRefused({ errors: Either.getOrThrow(readErrors(body)).errors });

/** Returns the refusal for a problem. */
export const refusalFor = ({ code, message, more }: Problem): OperationRefused =>
  new OperationRefused({ errors: [{ message, extensions: errorExtensions(code, more) }] });
