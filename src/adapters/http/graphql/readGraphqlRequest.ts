import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Schema from "effect/Schema";
import type { GraphqlRequest } from "../../../application/api/GraphqlApi.ts";
import { isJsonObject } from "../../../domain/json/isJsonObject.ts";
import type { JsonObject } from "../../../domain/json/Json.ts";
import type { HttpRequest } from "../server/request/HttpRequest.ts";
import { isDeepJson } from "./isDeepJson.ts";

/** A request that is not a GraphQL request (GraphQL over HTTP, "Request"). */
export class RequestMalformed extends Schema.TaggedError<RequestMalformed>()("RequestMalformed", {
  status: Schema.Literal(400, 413, 415),
  reason: Schema.String
}) {}

/** The maximum body sizes in bytes: parsing JSON blocks other requests, and only authenticated callers send blobs. */
const maxBodyBytes = { anonymous: 256 * 1024, known: 8 * 1024 * 1024 };

/** The maximum nesting of lists and objects in a body. The limit of variables is lower. */
export const maxNestingLevels = 10_000;

const tooLarge = {
  anonymous: "The body must not be larger than 256 KiB from somebody who is not signed in",
  known: "The body must not be larger than 8 MiB; large blobs go to POST /blobs"
};

const malformed = (reason: string, status: RequestMalformed["status"] = 400) =>
  new RequestMalformed({ status, reason });

type Members = Readonly<Record<string, unknown>>;

const isNone = (value: unknown): value is null | undefined => value === null || value === undefined;
const isText = (value: unknown): value is string | null | undefined => isNone(value) || typeof value === "string";
const isObject = (value: unknown): value is JsonObject | null | undefined => isNone(value) || isJsonObject(value);

const wrong = (member: string, expected: string) => Either.left(malformed(`${member} must be ${expected}`));
const wrongQuery = wrong("query", "a string: the GraphQL document");

const PersistedQuery = Schema.Struct({
  version: Schema.Literal(1),
  sha256Hash: Schema.Lowercase.pipe(Schema.pattern(/^[0-9a-f]{64}$/))
});

// Created once, because creating a decoder takes several times as long as decoding a request.
const decodePersistedQuery = Schema.decodeUnknownEither(PersistedQuery);

/** The hash of a document that replaces it, or under which it is cached (automatic persisted queries). */
const documentHash = (extensions: JsonObject | null | undefined): Either.Either<string | null, RequestMalformed> => {
  const given = extensions?.persistedQuery;
  if (isNone(given)) return Either.right(null);
  return Either.mapBoth(decodePersistedQuery(given), {
    onLeft: () =>
      malformed("extensions.persistedQuery must be { version: 1, sha256Hash }, the hash in 64 hexadecimal digits"),
    onRight: ({ sha256Hash }) => sha256Hash
  });
};

/** Reads the members of a request. Decoded by hand, because a schema would take longer than all other steps. */
export const readMembers = (
  { query, operationName, variables, extensions }: Members,
  about: Pick<GraphqlRequest, "mutations" | "cost" | "estimate" | "cursor" | "idempotencyKey">
): Either.Either<GraphqlRequest, RequestMalformed> => {
  if (!isText(query)) return wrongQuery;
  if (!isText(operationName)) return wrong("operationName", "a string");
  if (!isObject(variables)) return wrong("variables", "an object");
  if (!isObject(extensions)) return wrong("extensions", "an object");
  const hash = documentHash(extensions);
  if (Either.isLeft(hash)) return Either.left(hash.left);
  if (isNone(query) && hash.right === null) return wrongQuery;
  return Either.right({
    query: query ?? "",
    documentHash: hash.right,
    variables: variables ?? {},
    operationName: operationName ?? null,
    ...about
  });
};

/** Whether the response shall contain `extensions.cost`. */
const asksForCost = (request: HttpRequest): boolean => request.header("x-tidemark-cost") === "1";

/** Whether the operation is only to be estimated: `X-Tidemark-Cost: estimate`. */
const asksForEstimate = (request: HttpRequest): boolean => request.header("x-tidemark-cost") === "estimate";

/** Whether the response shall contain `extensions.cursor`. */
const asksForCursor = (request: HttpRequest): boolean => request.header("tidemark-cursor") === "1";

const askedBy = (request: HttpRequest) => ({
  cost: asksForCost(request),
  estimate: asksForEstimate(request),
  cursor: asksForCursor(request)
});

/** The idempotency key of a request: 1 to 255 printable ASCII characters, once. */
const keyOf = (request: HttpRequest): Either.Either<string | null, RequestMalformed> => {
  const key = request.header("idempotency-key");
  if (key === null) return Either.right(null);
  const isOne = request.headerLines("idempotency-key").length === 1;
  const isKey = isOne && /^[ -~]{1,255}$/.test(key) && key.trim() !== "";
  return isKey
    ? Either.right(key)
    : Either.left(malformed("Idempotency-Key must be sent once, with 1 to 255 printable ASCII characters"));
};

const parseObject = (text: string, what: string): Either.Either<JsonObject, RequestMalformed> => {
  const refused = () => malformed(`${what} must be a JSON object`);
  const parsed = Either.try({ try: (): unknown => JSON.parse(text), catch: refused });
  return Either.filterOrLeft(parsed, isJsonObject, refused);
};

const mediaType = (type: string): string => type.split(";", 1)[0]?.trim().toLowerCase() ?? "";

const utf8 = new TextDecoder("utf-8", { fatal: true });

const decode = (bytes: Buffer): Either.Either<string, RequestMalformed> =>
  Either.try({ try: () => utf8.decode(bytes), catch: () => malformed("The body must be UTF-8") });

const parseBody = (bytes: Buffer): Either.Either<JsonObject, RequestMalformed> =>
  isDeepJson(bytes, maxNestingLevels)
    ? Either.left(malformed(`The body has lists or objects nested more than ${maxNestingLevels} deep`))
    : Either.flatMap(decode(bytes), (text) => parseObject(text, "The body"));

const isJson = (request: HttpRequest): boolean => {
  const type = request.header("content-type");
  return type === "application/json" || mediaType(type ?? "") === "application/json";
};

/** The size limit of a body that is read whoever sends it; null if another answer comes first, or depends on the caller. */
export const anonymousBodyLimit = (request: HttpRequest): number | null =>
  request.method === "POST" && isJson(request) ? maxBodyBytes.anonymous : null;

const readPost = (request: HttpRequest, caller: keyof typeof maxBodyBytes) => {
  if (!isJson(request)) return malformed("Content-Type must be application/json", 415);
  return Effect.matchEffect(request.body(maxBodyBytes[caller]), {
    onFailure: ({ reason }) =>
      reason === "too-large" ? malformed(tooLarge[caller], 413) : malformed("The body ended early"),
    onSuccess: (bytes) => {
      const key = keyOf(request);
      if (Either.isLeft(key)) return Either.left(key.left);
      const about = { mutations: true, ...askedBy(request), idempotencyKey: key.right };
      return Either.flatMap(parseBody(bytes), (given) => readMembers(given, about));
    }
  });
};

function* readParameters(request: HttpRequest) {
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
  const asked = askedBy(request);
  return yield* readMembers(members, { mutations: false, ...asked, idempotencyKey: null });
}

/**
 * Parses a GraphQL request from a POST with a JSON body or from the query of a GET (GraphQL over HTTP, "Request"). The body
 * of an unauthenticated caller must be small.
 */
export const readGraphqlRequest = (
  request: HttpRequest,
  caller: "anonymous" | "known"
): Effect.Effect<GraphqlRequest, RequestMalformed> =>
  request.method === "GET"
    ? Effect.suspend(() => Either.gen(() => readParameters(request)))
    : readPost(request, caller);
