import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { knownDid } from "../../../application/accounts/findAccount.ts";
import { endAuthorization } from "../../../application/authorizations/endAuthorization.ts";
import { endAuthorizationsOf, type Owners } from "../../../application/authorizations/endAuthorizationsOf.ts";
import { EndedAuthorizations } from "../../../domain/authorization/end/EndedAuthorizations.ts";
import type { Given, Run } from "../command/Command.ts";
import { badUsage } from "../command/CommandFailed.ts";
import { recordFailure } from "../records/recordFailure.ts";
import { present, type Report } from "../report/present.ts";
import { account, client, confirmEnd, sessionId } from "./sessionParameters.ts";

const unconfirmed = badUsage("--yes is missing: the users are signed out of the apps; add --yes to confirm");

const nothingNamed = badUsage("Give --id, --account, --client, or both of the last two: which sessions are to end");

const operator = { type: "operator", id: null } as const;

/** The command serves no request, so it waits for no read model. Running services follow the log. */
const endedWithoutReplay = Layer.mock(EndedAuthorizations, { awaitPosition: () => Effect.void });

const ownersOf = Effect.fnUntraced(function* (given: Given) {
  const [typed, clientId] = [given(account), given(client)];
  if (typed !== null) return { _tag: "OfAccount", did: yield* knownDid(typed), clientId } satisfies Owners;
  return clientId === null ? yield* nothingNamed : ({ _tag: "OfClient", clientId } satisfies Owners);
});

const ended = Effect.fnUntraced(function* (given: Given) {
  const id = given(sessionId);
  const reason = "revoked-by-admin";
  const count =
    id === null
      ? yield* endAuthorizationsOf(yield* ownersOf(given), reason, operator)
      : Number((yield* endAuthorization({ authorizationId: id, reason, actor: operator })).ended);
  return {
    text: count === 1 ? "Ended 1 session." : `Ended ${count} sessions.`,
    json: { ended: count }
  } satisfies Report;
});

export const end: Run = (given) =>
  given(confirmEnd)
    ? present(given, Effect.mapError(Effect.provide(ended(given), endedWithoutReplay), recordFailure))
    : unconfirmed;
