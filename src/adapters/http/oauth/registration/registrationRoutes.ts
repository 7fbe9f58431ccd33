import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import * as Schema from "effect/Schema";
import { ClientPolicy } from "../../../../application/clients/ClientPolicy.ts";
import {
  readRegistration,
  registerDynamicClient,
  removeRegistration,
  replaceRegistration
} from "../../../../application/clients/registration/dynamicRegistration.ts";
import { PublicUrl } from "../../../../application/instance/PublicUrl.ts";
import { constantTimeEqual } from "../../../../domain/crypto/constantTimeEqual.ts";
import { strictJson } from "../../../../domain/json/strictJson.ts";
import { bearerToken } from "../../server/request/bearerToken.ts";
import type { HttpRequest } from "../../server/request/HttpRequest.ts";
import { type HttpResponse, json, noStore } from "../../server/response/HttpResponse.ts";
import type { Route } from "../../server/routing/Route.ts";
import { oauthErrorResponse } from "../OauthError.ts";
import {
  RegistrationClosed,
  type RegistrationFailure,
  RegistrationRefused,
  registrationError
} from "./registrationErrors.ts";
import { registrationResponse } from "./registrationResponse.ts";

/** The maximum size of metadata in bytes, enough for 50 redirect URIs and some keys. */
const metadataLimit = 8 * 1024;

const managed = "/oauth/register/";

const isJson = (contentType: string | null): boolean => /^application\/json\s*(?:;|$)/i.test(contentType ?? "");

const readJson = Schema.decodeEither(strictJson(Schema.Unknown));

const refuse = (reason: RegistrationRefused["reason"]) => new RegistrationRefused({ reason });

const readMetadata = Effect.fnUntraced(function* (request: HttpRequest) {
  if (!isJson(request.header("content-type"))) return yield* refuse("not-json");
  const body = yield* request.body(metadataLimit);
  return yield* Effect.mapError(readJson(body.toString("utf8")), () => refuse("not-json"));
});

const bearer = (request: HttpRequest): Redacted.Redacted | null => bearerToken(request.header("authorization"));

const checkPolicy = Effect.fnUntraced(function* (request: HttpRequest) {
  const { registration, registrationToken } = yield* ClientPolicy;
  if (registration === "closed") return yield* new RegistrationClosed();
  if (registrationToken === null) return;
  const presented = bearer(request);
  if (presented === null || !constantTimeEqual(Redacted.value(registrationToken), Redacted.value(presented))) {
    return yield* refuse("initial-token-refused");
  }
});

const answered = <R>(answer: Effect.Effect<HttpResponse, RegistrationFailure, R>) =>
  Effect.catchAll(answer, (failure) => oauthErrorResponse(registrationError(failure)));

const nothingHere = json(404, { error: "not_found" }, noStore);

const register = Effect.fnUntraced(
  function* (request: HttpRequest) {
    yield* checkPolicy(request);
    const metadata = yield* readMetadata(request);
    const registered = yield* registerDynamicClient(metadata);
    return registrationResponse(201, registered, yield* PublicUrl);
  },
  Effect.catchTag("RegistrationClosed", () => Effect.succeed(nothingHere)),
  answered
);

const presentedToken = (request: HttpRequest) =>
  Effect.mapError(Effect.fromNullable(bearer(request)), () => refuse("token-missing"));

const clientOf = (request: HttpRequest): string => request.path.slice(managed.length);

const read = Effect.fnUntraced(function* (request: HttpRequest) {
  const found = yield* readRegistration(clientOf(request), yield* presentedToken(request));
  return registrationResponse(200, found, yield* PublicUrl);
}, answered);

const replace = Effect.fnUntraced(function* (request: HttpRequest) {
  const token = yield* presentedToken(request);
  yield* readRegistration(clientOf(request), token);
  const metadata = yield* readMetadata(request);
  const replaced = yield* replaceRegistration(clientOf(request), token, metadata);
  return registrationResponse(200, replaced, yield* PublicUrl);
}, answered);

const remove = Effect.fnUntraced(function* (request: HttpRequest) {
  yield* removeRegistration(clientOf(request), yield* presentedToken(request));
  return { status: 204, headers: noStore, body: null };
}, answered);

type Needs = Effect.Effect.Context<
  ReturnType<typeof register> | ReturnType<typeof read> | ReturnType<typeof replace> | ReturnType<typeof remove>
>;

/** The routes for clients to create, read, update and delete their registration (RFC 7591 section 3, RFC 7592 section 2). */
export const registrationRoutes: ReadonlyArray<Route<Needs>> = [
  { methods: ["POST"], path: "/oauth/register", origins: "any", handle: register },
  { methods: ["GET"], path: `${managed}*`, origins: "any", handle: read },
  { methods: ["PUT"], path: `${managed}*`, origins: "any", handle: replace },
  { methods: ["DELETE"], path: `${managed}*`, origins: "any", handle: remove }
];
