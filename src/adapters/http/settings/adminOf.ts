import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import {
  type FoundSession,
  findSession,
  sessionHashOf,
  signedInAdmin
} from "../../../application/admin/adminSession.ts";
import type { ConfiguredAdmins } from "../../../application/admin/ConfiguredAdmins.ts";
import { PublicUrl } from "../../../application/instance/PublicUrl.ts";
import type { SecureRandom } from "../../../domain/crypto/SecureRandom.ts";
import type { EventLog, EventLogUnavailable } from "../../../domain/event/EventLog.ts";
import { mayUseSession } from "../browser/sameOrigin.ts";
import type { HttpRequest } from "../server/request/HttpRequest.ts";
import { adminCookie } from "./adminCookie.ts";

/** Returns the admin session of a request by its cookie; none without a session, or if another site sent the request. */
export const sessionOf: (
  request: HttpRequest
) => Effect.Effect<
  Option.Option<FoundSession>,
  EventLogUnavailable,
  ConfiguredAdmins | EventLog | PublicUrl | SecureRandom
> = Effect.fnUntraced(function* (request) {
  const publicUrl = yield* PublicUrl;
  const session = adminCookie.presented(request, publicUrl);
  if (session === null || !mayUseSession(request, publicUrl)) return Option.none();
  return yield* findSession(sessionHashOf(session));
});

/** Returns the admin who sends a request, by the session cookie; none in the session of a setup token. */
export const adminOf = (request: HttpRequest) => Effect.map(sessionOf(request), Option.flatMap(signedInAdmin));
