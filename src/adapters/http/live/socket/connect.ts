import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import { LiveSessions } from "../../../../application/live/LiveSessions.ts";
import { traced } from "../../../../domain/failure/traced.ts";
import { type Credential, identify } from "../../graphql/requestViewer.ts";
import { type Closing, closingOf, closings, nonceNeeded } from "./closings.ts";
import type { GraphqlSocket } from "./GraphqlSocket.ts";

/** The payload of `connection_init`. */
type Payload = Readonly<Record<string, unknown>>;

/** A proof is for the request that opens a WebSocket. */
const opening = { htm: "GET", path: "/graphql" };

const member = (payload: Payload, name: string): unknown =>
  Object.entries(payload).find(([key]) => key.toLowerCase() === name)?.[1] ?? null;

const lines = (value: string | null): ReadonlyArray<string> => (value === null ? [] : [value]);

const isText = (value: unknown): value is string | null => value === null || typeof value === "string";

/** Returns the credential in the payload of `connection_init`; without one, that in the headers of the request. */
const credentialOf = ({ request }: GraphqlSocket, payload: Payload): Either.Either<Credential, Closing> => {
  const [authorization, dpop] = [member(payload, "authorization"), member(payload, "dpop")];
  if (!isText(authorization) || !isText(dpop)) return Either.left(closings.invalidCredential);
  const lineOf = (name: string, given: string | null) =>
    authorization === null ? request.headerLines(name) : lines(given);
  return Either.right({
    authorization: lineOf("authorization", authorization),
    dpop: lineOf("dpop", dpop),
    ...opening
  });
};

const tryLater = () => Effect.fail<Closing>(closings.tryAgainLater);

const identified = (credential: Credential) =>
  identify(credential).pipe(
    Effect.catchTags({
      UseDpopNonce: ({ nonce }) => Effect.fail<Closing>(nonceNeeded(nonce)),
      EventLogUnavailable: tryLater
    })
  );

/**
 * Finds out who opened a WebSocket, by the payload of `connection_init`, and watches the session. Fails with the closing if
 * the credential or the session is not valid. A socket without a credential is anonymous.
 */
export const connect = traced("connectSocket")(function* (socket: GraphqlSocket, payload: Payload) {
  const credential = yield* credentialOf(socket, payload);
  const { expiresAt, fault, over, viewer } = yield* identified(credential);
  if (over !== null) return yield* Effect.fail<Closing>(closingOf("ended"));
  if (fault !== null)
    return yield* Effect.fail<Closing>(fault === "invalid_dpop_proof" ? closings.invalidProof : closings.invalidToken);
  if (viewer === null || expiresAt === null) return;
  const sessions = yield* LiveSessions;
  const session = { viewer, expiresAt };
  const loss = yield* sessions.check(session);
  if (loss !== null) return yield* Effect.fail<Closing>(closingOf(loss));
  socket.caller = { ...socket.caller, viewer };
  socket.whenClosed(sessions.watch(session, (lost) => socket.close(closingOf(lost))));
});
