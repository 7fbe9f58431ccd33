import * as Effect from "effect/Effect";
import { knownDid } from "../../../application/accounts/findAccount.ts";
import {
  type GrantedAuthorizationView,
  listGrantedAuthorizations
} from "../../../application/authorizations/listGrantedAuthorizations.ts";
import { isoTime, isoTimeOrNull } from "../../../domain/time/isoTime.ts";
import { namedClients } from "../audit/namedClients.ts";
import type { Given, Run } from "../command/Command.ts";
import { recordFailure } from "../records/recordFailure.ts";
import { present, type Report } from "../report/present.ts";
import { account, client, limit, state } from "./sessionParameters.ts";

const usualLimit = 50;

const lineOf = (session: GrantedAuthorizationView): string => {
  const { authorizationId, clientId, clientName, did, end, expiresAt, grantedAt, handle, usedAt } = session;
  const over =
    end === null ? `active until ${isoTime(expiresAt)}` : `ended ${isoTime(end.at)}: ${end.message ?? end.reason}`;
  return `${authorizationId}  ${handle ?? did} in ${clientName ?? clientId}\n  signed in ${isoTime(grantedAt)}, last used ${isoTime(usedAt)}, ${over}`;
};

const jsonOf = ({ end, expiresAt, grantedAt, position: _, usedAt, ...session }: GrantedAuthorizationView) => ({
  ...session,
  grantedAt: isoTime(grantedAt),
  lastUsedAt: isoTime(usedAt),
  expiresAt: isoTime(expiresAt),
  endedAt: isoTimeOrNull(end?.at ?? null),
  endReason: end?.reason ?? null
});

const report = Effect.fnUntraced(function* (given: Given) {
  const typed = given(account);
  const did = typed === null ? null : yield* knownDid(typed);
  const most = given(limit) ?? usualLimit;
  const found = yield* listGrantedAuthorizations({ did, clientId: given(client), state: given(state) }, null, most + 1);
  const listed = found.slice(0, most);
  const more = found.length > most ? ["There are more: raise --limit, or add a filter."] : [];
  return {
    text: listed.length === 0 ? "No session was found." : [...listed.map(lineOf), ...more].join("\n"),
    json: { sessions: listed.map(jsonOf), hasMore: found.length > most }
  } satisfies Report;
});

export const list: Run = (given) =>
  present(given, Effect.mapError(Effect.provide(report(given), namedClients), recordFailure));
