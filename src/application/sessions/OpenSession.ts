import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { systemActor } from "../../domain/event/Envelope.ts";
import { streamName } from "../../domain/event/StreamName.ts";
import type { PdsCredentials } from "../../domain/record/write/Repository.ts";
import type { PdsSession } from "../../domain/session/PdsSession.ts";
import { SessionSecrets } from "../../domain/session/SessionSecrets.ts";
import { sessions } from "../event/aggregates.ts";
import { loadAggregate } from "../event/loadAggregate.ts";
import { getSecret, vaultRow } from "../vault/vaultSecrets.ts";
import { endSession } from "./endSession.ts";
import { SessionTerminated } from "./SessionTerminated.ts";

/** A valid session, with its secrets from the vault. */
export interface OpenSession {
  readonly sessionId: string;
  readonly state: Extract<PdsSession, { readonly _tag: "Established" }>;
  readonly version: number;
  readonly secrets: SessionSecrets;
}

/** Loads a session; one whose secrets are missing or cannot be decrypted ends here. */
export const openSession = Effect.fnUntraced(function* (sessionId: string) {
  const { state, version } = yield* loadAggregate(sessions, streamName("session", sessionId));
  if (state._tag === "Ended") return yield* new SessionTerminated({ reason: state.reason });
  if (state._tag === "Unknown") return yield* new SessionTerminated({ reason: "secrets-missing" });
  const secrets = yield* getSecret(SessionSecrets, vaultRow.session(sessionId));
  if (Option.isSome(secrets)) return { sessionId, state, version, secrets: secrets.value } satisfies OpenSession;
  yield* endSession(sessionId, "secrets-missing");
  return yield* new SessionTerminated({ reason: "secrets-missing" });
});

/** Returns the credentials for a call to the PDS. */
export const credentialsOf = ({ state, secrets }: OpenSession): PdsCredentials => ({
  did: state.established.did,
  pds: state.established.pds,
  accessToken: secrets.accessToken,
  key: secrets.dpopKey
});

/** Returns the metadata of the events of a session. */
export const sessionEventMetadata = ({ state: { established } }: OpenSession) => ({
  actor: systemActor,
  authorizationId: established.authorizationId,
  subjectDid: established.did
});
