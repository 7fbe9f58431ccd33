import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import {
  AdminAdded,
  AdminLoginCompleted,
  AdminRoleChanged,
  AdminSignedOut
} from "../../domain/administration/AdministrationEvent.ts";
import { isValid } from "../../domain/administration/AdminSession.ts";
import { Atomically } from "../../domain/event/Atomically.ts";
import type { Identity } from "../../domain/identity/IdentityResolver.ts";
import { RecordIndex } from "../../domain/record/index/RecordIndex.ts";
import { TokenVault } from "../../domain/vault/TokenVault.ts";
import { adminSessions } from "../event/aggregates.ts";
import { appendEvents } from "../event/appendEvents.ts";
import { loadAggregate } from "../event/loadAggregate.ts";
import { retryConflicts } from "../event/retryConflicts.ts";
import { type LoginRefused, loginStream } from "../login/identity/identityLogins.ts";
import type { OpenedSession } from "../login/identity/OpenedSession.ts";
import type { SealReply } from "../login/upstream/callbackReplay.ts";
import { changeVault, vaultRow } from "../vault/vaultSecrets.ts";
import { type AdminLoginRefused, adminPurpose, type PendingAdminLogin, refuseAdminLogin } from "./adminLogins.ts";
import { sessionStream } from "./adminSession.ts";
import { adminsStream, currentAdmins } from "./currentAdmins.ts";
import { openAdminSession } from "./openAdminSession.ts";

/** Returns the kind of the set-up session that a login was started in, if it can still create an admin. */
const setUpKind = Effect.fnUntraced(function* (sessionHash: string | null, hasAdmins: boolean) {
  if (sessionHash === null) return null;
  const { state } = yield* loadAggregate(adminSessions, sessionStream(sessionHash));
  const now = yield* Clock.currentTimeMillis;
  if (!isValid(state, now) || state.did !== null) return null;
  if (state.recovery) return "recovery" as const;
  return hasAdmins ? null : ("set-up" as const);
});

const signOutSession = Effect.fnUntraced(function* (sessionHash: string) {
  const { state, version } = yield* loadAggregate(adminSessions, sessionStream(sessionHash));
  if (state._tag !== "SignedIn") return;
  yield* appendEvents(sessionStream(sessionHash), version, [new AdminSignedOut({ sessionHash })], {
    actor: { type: "admin", id: state.did }
  });
});

/**
 * Decides how an account is admitted: as an existing admin, whom a recovery token makes an owner, or as a new one; null for
 * any other account.
 */
const adminGrant = Effect.fnUntraced(function* ({ started }: PendingAdminLogin, { did }: Identity) {
  const admins = yield* currentAdmins;
  const role = admins.roleOf(did);
  const how = yield* setUpKind(started.setUpSession, admins.any);
  const addedAt = yield* Clock.currentTimeMillis;
  if (role !== null) {
    const promoted = how === "recovery" && role !== "owner";
    const events = promoted ? [new AdminRoleChanged({ did, role: "owner", before: role })] : [];
    return { version: admins.version, events };
  }
  return how === null
    ? null
    : { version: admins.version, events: [new AdminAdded({ did, how, addedBy: null, addedAt })] };
});

type Seal = SealReply<OpenedSession, LoginRefused | AdminLoginRefused>;

const grantOnce = Effect.fnUntraced(function* (
  login: PendingAdminLogin,
  identity: Identity,
  presented: string | null,
  seal: Seal
) {
  const { did } = identity;
  const { loginId, setUpSession } = login.started;
  const grant = yield* adminGrant(login, identity);
  if (grant === null) return null;
  const vault = yield* TokenVault;
  const index = yield* RecordIndex;
  const atomically = yield* Atomically;
  const metadata = { actor: { type: "admin", id: did }, subjectDid: did } as const;
  const before = new Set([setUpSession, presented].filter((hash) => hash !== null));
  const completed = new AdminLoginCompleted({ loginId, did });
  const steps = [
    vault.remove(vaultRow.login(loginId)),
    index.putActor(identity),
    Effect.forEach(before, signOutSession, { discard: true }),
    appendEvents(adminsStream, grant.version, grant.events, metadata),
    appendEvents(loginStream(adminPurpose, loginId), login.version, [completed], metadata)
  ];
  const opened = Effect.tap(openAdminSession(did), (session) =>
    Effect.flatMap(seal(Either.right(session)), changeVault)
  );
  return yield* atomically.run(Effect.zipRight(Effect.all(steps, { discard: true }), opened));
});

/**
 * Opens an admin session for an account that authenticated: an admin or, in a session opened with a setup token, the
 * account that becomes one in the same transaction. The previous session of the browser ends. Of several concurrent
 * first admins, one succeeds.
 */
export const grantAdminSession = Effect.fnUntraced(function* (
  login: PendingAdminLogin,
  identity: Identity,
  presented: string | null,
  seal: Seal
) {
  const opened = yield* retryConflicts(grantOnce(login, identity, presented, seal));
  if (opened !== null) return opened;
  const { loginId, setUpSession } = login.started;
  const reason = setUpSession === null ? "not-admin" : "set-up-over";
  return yield* refuseAdminLogin({ loginId, version: login.version }, { reason, did: identity.did }, (refused) =>
    seal(Either.left(refused))
  );
});
