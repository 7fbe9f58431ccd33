import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import {
  adminIn,
  type FoundSession,
  findSession,
  sessionHashOf
} from "../../../application/administer/adminSession.ts";
import { PublicUrl } from "../../../application/PublicUrl.ts";
import type { SecureRandom } from "../../../domain/crypto/SecureRandom.ts";
import type { EventLog, EventLogUnavailable } from "../../../domain/event/EventLog.ts";
import type { HttpRequest } from "../server/HttpRequest.ts";
import { adminCookie } from "./adminCookie.ts";
import { isSameOrigin } from "./isSameOrigin.ts";

/**
 * A cookie counts for what a page of this service asks. A link from elsewhere may lead here (a browser names no origin
 * then), but nobody else's page may change anything, or open a socket.
 */
const mayUseCookie = (request: HttpRequest, publicUrl: string): boolean => {
  const reads = request.method === "GET" || request.method === "HEAD";
  return (reads && request.header("origin") === null) || isSameOrigin(request, publicUrl);
};

/** The session in which a request is sent, by the cookie; none for anybody else, and for what another site sends. */
export const sessionOf: (
  request: HttpRequest
) => Effect.Effect<Option.Option<FoundSession>, EventLogUnavailable, EventLog | PublicUrl | SecureRandom> =
  Effect.fnUntraced(function* (request) {
    const publicUrl = yield* PublicUrl;
    const session = adminCookie.presented(request, publicUrl);
    if (session === null || !mayUseCookie(request, publicUrl)) return Option.none();
    return yield* findSession(sessionHashOf(session));
  });

/** The admin who sends a request, by the session cookie; none for who came with a set-up token, and for anybody else. */
export const adminOf = (request: HttpRequest) => Effect.map(sessionOf(request), Option.flatMap(adminIn));
