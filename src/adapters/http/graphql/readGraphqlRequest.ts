import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Schema from "effect/Schema";
import type { GraphqlRequest } from "../../../application/api/GraphqlApi.ts";
import type { HttpRequest } from "../server/HttpRequest.ts";

/** A request that is no GraphQL request (GraphQL over HTTP, "Request"). */
export class RequestMalformed extends Schema.TaggedError<RequestMalformed>()("RequestMalformed", {
  status: Schema.Literal(400, 413, 415),
  reason: Schema.String
}) {}

/** The largest bodies, in bytes: reading JSON holds everybody else up, and only who is known sends blobs. */
const maximalBody = { anonymous: 256 * 1024, known: 8 * 1024 * 1024 };

const tooLarge = {
  anonymous: "The body must not be larger than 256 KiB from somebody who is not signed in",
  known: "The body must not be larger than 8 MiB; large blobs go to POST /blobs"
};

const JsonObject = Schema.Record({ key: Schema.String, value: Schema.Unknown });

const Members = Schema.Struct({
  query: Schema.optionalWith(Schema.String, { exact: true, nullable: true }),
  variables: Schema.optionalWith(JsonObject, { exact: true, nullable: true }),
  operationName: Schema.optionalWith(Schema.String, { exact: true, nullable: true }),
  extensions: Schema.optionalWith(JsonObject, { exact: true, nullable: true })
});

const PersistedQuery = Schema.Struct({
  persistedQuery: Schema.optionalWith(
    Schema.Struct({ version: Schema.Literal(1), sha256Hash: Schema.Lowercase.pipe(Schema.pattern(/^[0-9a-f]{64}$/)) }),
    { exact: true, nullable: true }
  )
});

// Made once: to make a decoder costs several times what it takes to read a request by it.
const decodeObject = Schema.decodeEither(Schema.parseJson(JsonObject));
const decodeMembers = Schema.decodeUnknownEither(Members);
const decodePersistedQuery = Schema.decodeUnknownEither(PersistedQuery);

const malformed = (reason: string, status: RequestMalformed["status"] = 400) =>
  new RequestMalformed({ status, reason });

const expected: Readonly<Record<string, string>> = {
  query: "query must be a string: the GraphQL document",
  variables: "variables must be an object",
  operationName: "operationName must be a string",
  extensions: "extensions must be an object"
};

/** The first member that is wrong, told in one sentence. */
const wrongMember = (members: Readonly<Record<string, unknown>>): string => {
  const { query, operationName } = members;
  if (query !== undefined && query !== null && typeof query !== "string") return expected.query ?? "";
  if (operationName !== undefined && operationName !== null && typeof operationName !== "string") {
    return expected.operationName ?? "";
  }
  const isObject = (value: unknown) => value === undefined || value === null || Schema.is(JsonObject)(value);
  return (isObject(members.variables) ? expected.extensions : expected.variables) ?? "";
};

/** The hash of a document that stands for it, or is to be remembered with it (automatic persisted queries). */
const documentHash = (extensions: Readonly<Record<string, unknown>>) =>
  Either.mapBoth(decodePersistedQuery(extensions), {
    onLeft: () =>
      malformed("extensions.persistedQuery must be { version: 1, sha256Hash }, the hash in 64 hexadecimal digits"),
    onRight: ({ persistedQuery }) => persistedQuery?.sha256Hash ?? null
  });

const asRequest = (
  members: Readonly<Record<string, unknown>>,
  about: Pick<GraphqlRequest, "mutations" | "cost" | "idempotencyKey">
): Either.Either<GraphqlRequest, RequestMalformed> =>
  Either.gen(function* () {
    const {
      query = null,
      variables = {},
      operationName = null,
      extensions = {}
    } = yield* Either.mapLeft(decodeMembers(members), () => malformed(wrongMember(members)));
    const hash = yield* documentHash(extensions);
    if (query === null && hash === null) return yield* Either.left(malformed(expected.query ?? ""));
    return { query: query ?? "", documentHash: hash, variables, operationName, ...about };
  });

/** Whether `extensions.cost` of the answer is asked for. */
const asksForCost = (request: HttpRequest): boolean => request.header("x-tidemark-cost") === "1";

/** The key that makes a repeated request known: 1 to 255 printable ASCII characters, once. */
const keyOf = (request: HttpRequest): Either.Either<string | null, RequestMalformed> => {
  const lines = request.headerLines("idempotency-key");
  const [key = null] = lines;
  const isKey = key === null || (lines.length === 1 && /^[ -~]{1,255}$/.test(key) && key.trim() !== "");
  return isKey
    ? Either.right(key)
    : Either.left(malformed("Idempotency-Key must be sent once, with 1 to 255 printable ASCII characters"));
};

const parseObject = (text: string, what: string) =>
  Either.mapLeft(decodeObject(text), () => malformed(`${what} must be a JSON object`));

const mediaType = (request: HttpRequest): string =>
  (request.header("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";

const utf8 = new TextDecoder("utf-8", { fatal: true });

const readPost = (request: HttpRequest, caller: keyof typeof maximalBody) =>
  Effect.gen(function* () {
    if (mediaType(request) !== "application/json") {
      return yield* malformed("Content-Type must be application/json", 415);
    }
    const bytes = yield* Effect.mapError(request.body(maximalBody[caller]), ({ reason }) =>
      reason === "too-large" ? malformed(tooLarge[caller], 413) : malformed("The body did not arrive whole")
    );
    const text = yield* Effect.try({ try: () => utf8.decode(bytes), catch: () => malformed("The body must be UTF-8") });
    const idempotencyKey = yield* keyOf(request);
    const about = { mutations: true, cost: asksForCost(request), idempotencyKey };
    return yield* asRequest(yield* parseObject(text, "The body"), about);
  });

const readGet = (request: HttpRequest) =>
  Either.gen(function* () {
    const parameters = new URLSearchParams(request.query);
    const object = (name: string) => {
      const text = parameters.get(name);
      return text === null || text === "" ? Either.right({}) : parseObject(text, name);
    };
    const members = {
      ...(parameters.has("query") && { query: parameters.get("query") }),
      operationName: parameters.get("operationName") || null,
      variables: yield* object("variables"),
      extensions: yield* object("extensions")
    };
    return yield* asRequest(members, { mutations: false, cost: asksForCost(request), idempotencyKey: null });
  });

/**
 * Reads a GraphQL request from a POST with a JSON body or from the query of a GET (GraphQL over HTTP, "Request"). The
 * body of somebody unknown must not be large.
 */
export const readGraphqlRequest = (
  request: HttpRequest,
  caller: "anonymous" | "known"
): Effect.Effect<GraphqlRequest, RequestMalformed> =>
  request.method === "GET" ? Effect.suspend(() => readGet(request)) : readPost(request, caller);
