import * as Effect from "effect/Effect";
import { LoginFailed } from "../../../domain/authorization/AuthorizationEvent.ts";
import type { VaultChange } from "../../../domain/event/UnitOfWork.ts";
import { commitEvents } from "../../event/commitEvents.ts";
import { erasedLoginSecrets } from "../upstream/loginSecrets.ts";
import { UnknownCallback } from "./callbackErrors.ts";
import { appLoginEventMetadata, type PendingLogin } from "./pendingLogin.ts";

/** Records why a login failed, erases its secrets, and stores the reply to its callback, if there is one. */
export const recordLoginFailure = Effect.fnUntraced(
  function* ({ state, stream, version }: PendingLogin, why: LoginFailureCause, reply: ReadonlyArray<VaultChange> = []) {
    const { authorizationId } = state.request;
    const events = [new LoginFailed({ authorizationId, ...why })];
    const secrets = [...erasedLoginSecrets(authorizationId), ...reply];
    yield* commitEvents({ stream, version, events, metadata: appLoginEventMetadata(state), secrets });
  },
  Effect.catchTag("VersionConflict", () => new UnknownCallback({ reason: "already-used" }))
);

/** The cause of a failed login. */
type LoginFailureCause = Pick<LoginFailed, "reason" | "detail">;
