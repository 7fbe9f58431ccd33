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

/** The session in which a request is sent, by the cookie; none for anybody else, and for what another site sends. */
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

/** The admin who sends a request, by the session cookie; none for who came with a set-up token, and for anybody else. */
export const adminOf = (request: HttpRequest) => Effect.map(sessionOf(request), Option.flatMap(signedInAdmin));
