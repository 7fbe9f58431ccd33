import * as Effect from "effect/Effect";
import { LoginFailed } from "../../../domain/authorization/AuthorizationEvent.ts";
import { Atomically } from "../../../domain/event/Atomically.ts";
import { appendEvents } from "../../event/appendEvents.ts";
import { eraseLoginSecrets } from "../upstream/loginSecrets.ts";
import { UnknownCallback } from "./callbackErrors.ts";
import { appLoginEventMetadata, type PendingLogin } from "./pendingLogin.ts";

/** Records why a login failed, and erases its secrets, in one transaction with `alongside`. */
export const recordLoginFailure = Effect.fnUntraced(
  function* <E = never, R = never>(
    pending: PendingLogin,
    why: LoginFailureCause,
    alongside: Effect.Effect<void, E, R> = Effect.void
  ) {
    const { authorizationId } = pending.state.request;
    const atomically = yield* Atomically;
    const failed = new LoginFailed({ authorizationId, ...why });
    yield* atomically.run(
      Effect.all(
        [
          eraseLoginSecrets(authorizationId),
          alongside,
          appendEvents(pending.stream, pending.version, [failed], appLoginEventMetadata(pending.state))
        ],
        { discard: true }
      )
    );
  },
  Effect.catchTag("VersionConflict", () => new UnknownCallback({ reason: "already-used" }))
);

/** The cause of a failed login. */
type LoginFailureCause = Pick<LoginFailed, "reason" | "detail">;
