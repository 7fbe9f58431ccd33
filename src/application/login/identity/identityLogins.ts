import * as Effect from "effect/Effect";
import type { Did } from "../../../domain/atproto/Did.ts";
import type { LoginFailure, LoginFailureDetail } from "../../../domain/authorization/AuthorizationEvent.ts";
import { Atomically } from "../../../domain/event/Atomically.ts";
import type { DomainEvent } from "../../../domain/event/DomainEvent.ts";
import type { StreamName } from "../../../domain/event/StreamName.ts";
import { streamName } from "../../../domain/event/StreamName.ts";
import type { IdentityLoginStarted } from "../../../domain/person/IdentityLogin.ts";
import { TokenVault } from "../../../domain/vault/TokenVault.ts";
import { appendEvents } from "../../event/appendEvents.ts";
import type { EventMetadata } from "../../event/toNewEvent.ts";
import { vaultRow } from "../../vault/vaultSecrets.ts";
import { LoginRefused } from "./LoginRefused.ts";

/** Why a login came to nothing, as the log is told. */
export interface IdentityLoginFailure {
  readonly did: Did | null;
  readonly reason: LoginFailure;
  readonly detail?: LoginFailureDetail;
}

/** What somebody shows who they are for, and how the steps of that are written down. */
export interface LoginPurpose<Started extends IdentityLoginStarted> {
  /** What its streams are called, and what they are found by. */
  readonly kind: "admin-login" | "person-login";
  /** What the `state` begins with, so that its returns are told from those of others without a look-up. */
  readonly statePrefix: string;
  readonly isOwn: (started: IdentityLoginStarted) => started is Started;
  readonly returned: (loginId: string) => DomainEvent;
  readonly failed: (loginId: string, why: IdentityLoginFailure) => DomainEvent;
}

/** A login under way, and the version of its stream. */
export interface PendingIdentityLogin<Started extends IdentityLoginStarted> {
  readonly started: Started;
  readonly version: number;
}

export const loginStream = ({ kind }: Pick<LoginPurpose<IdentityLoginStarted>, "kind">, loginId: string): StreamName =>
  streamName(kind, loginId);

/** How the steps are signed in the log: by the account, where one is known. */
export const identityLoginEventMetadata = (did: Did | null): EventMetadata => ({
  actor: { type: "user", id: did },
  subjectDid: did
});

/**
 * Writes down that a login came to nothing, and forgets what it needed, in one transaction with `alongside`. One that went
 * on meanwhile goes on.
 */
export const endLogin = Effect.fnUntraced(function* <E = never, R = never>(
  purpose: Pick<LoginPurpose<IdentityLoginStarted>, "kind">,
  { loginId, version }: { readonly loginId: string; readonly version: number },
  failed: DomainEvent,
  did: Did | null,
  alongside: Effect.Effect<void, E, R> = Effect.void
) {
  const vault = yield* TokenVault;
  const atomically = yield* Atomically;
  yield* atomically
    .run(
      Effect.all(
        [
          vault.remove(vaultRow.login(loginId)),
          alongside,
          appendEvents(loginStream(purpose, loginId), version, [failed], identityLoginEventMetadata(did))
        ],
        { discard: true }
      )
    )
    .pipe(Effect.catchTag("VersionConflict", () => Effect.void));
});

/** The same, and refuses whoever wanted to show who they are; `keep` keeps the refusal in that transaction. */
export const refuseLogin = <Started extends IdentityLoginStarted, E = never, R = never>(
  purpose: LoginPurpose<Started>,
  login: { readonly loginId: string; readonly version: number },
  { detail, did, reason }: IdentityLoginFailure,
  keep: (refused: LoginRefused) => Effect.Effect<void, E, R> = () => Effect.void
) => {
  const why = { reason, did, ...(detail !== undefined && { detail }) };
  const refused = new LoginRefused(why);
  return Effect.zipRight(
    endLogin(purpose, login, purpose.failed(login.loginId, why), did, keep(refused)),
    Effect.fail(refused)
  );
};
