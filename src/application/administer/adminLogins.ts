import * as Effect from "effect/Effect";
import { AdminLoginFailed, type AdminLoginStarted } from "../../domain/administration/AdministrationEvent.ts";
import type { Did } from "../../domain/atproto/Did.ts";
import { Atomically } from "../../domain/event/Atomically.ts";
import { streamName } from "../../domain/event/StreamName.ts";
import { TokenVault } from "../../domain/session/TokenVault.ts";
import { appendEvents } from "../event/appendEvents.ts";
import type { About } from "../event/describeEvent.ts";
import { vaultRow } from "../session/vaultSecrets.ts";
import { AdminLoginRefused } from "./AdminLoginRefused.ts";

/** What the `state` of these logins begins with, so that their returns are told from those of apps without a look-up. */
export const adminStatePrefix = "admin.";

export const loginStream = (loginId: string) => streamName("admin-login", loginId);

/** How the steps are signed in the log: by the account, where one is known, which may be no admin's. */
export const aboutAdminLogin = (did: Did | null): About => ({ actor: { type: "user", id: did }, subjectDid: did });

/** A login under way, and the version of its stream. */
export interface PendingAdminLogin {
  readonly started: AdminLoginStarted;
  readonly version: number;
}

/** Writes down why nobody was signed in, forgets what the login needed, and refuses. */
export const refuseAdminLogin = (
  { loginId, version }: { readonly loginId: string; readonly version: number },
  { detail, did, reason }: Pick<AdminLoginFailed, "reason" | "detail" | "did">
) =>
  Effect.gen(function* () {
    const why = { reason, did, ...(detail !== undefined && { detail }) };
    const vault = yield* TokenVault;
    const atomically = yield* Atomically;
    yield* atomically
      .run(
        Effect.zipRight(
          vault.remove(vaultRow.login(loginId)),
          appendEvents(loginStream(loginId), version, [new AdminLoginFailed({ loginId, ...why })], aboutAdminLogin(did))
        )
      )
      .pipe(Effect.catchTag("VersionConflict", () => Effect.void));
    return yield* new AdminLoginRefused(why);
  });
