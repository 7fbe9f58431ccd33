import type { RecordedEvent } from "../../../src/domain/event/Envelope.ts";
import type { Acknowledged } from "./Acknowledged.ts";

const textsOf = (events: ReadonlyArray<RecordedEvent>, member: string): ReadonlySet<unknown> =>
  new Set(events.map(({ data }) => data[member]));

const missing = (what: string, told: ReadonlyArray<string>, logged: ReadonlySet<unknown>): ReadonlyArray<string> =>
  told.filter((each) => !logged.has(each)).map((each) => `${what} ${each} was acknowledged, and is not in the log`);

const isEnd = ({ type }: RecordedEvent): boolean => /^(?:AuthorizationEnded|SessionEnded)\./.test(type);

/** The reasons of the ends of authorizations and sessions in the log, with how often each occurs. */
export const reasonsOfEnds = (events: ReadonlyArray<RecordedEvent>): Readonly<Record<string, number>> => {
  const reasons: Record<string, number> = {};
  for (const { reason, type } of events.filter(isEnd)) {
    const name = `${type.split("Ended", 1)[0]} ${reason}`;
    reasons[name] = (reasons[name] ?? 0) + 1;
  }
  return reasons;
};

/** What apps were told and the log does not say. */
export const contradictLog = (
  { clientIds, ends, tokenIds }: Acknowledged,
  events: ReadonlyArray<RecordedEvent>
): ReadonlyArray<string> => {
  const authorizationOf = new Map(
    events.flatMap(({ data, authorizationId }) =>
      typeof data.accessTokenId === "string" ? [[data.accessTokenId, data.authorizationId ?? authorizationId]] : []
    )
  );
  const explained = new Set(
    events
      .filter((event) => isEnd(event) && event.reason !== null)
      .flatMap(({ authorizationId, data }) => [authorizationId, data.authorizationId, data.sessionId])
  );
  return [
    ...missing("The token", tokenIds, textsOf(events, "accessTokenId")),
    ...missing("The client", clientIds, textsOf(events, "clientId")),
    ...ends
      .filter(({ tokenId }) => !explained.has(authorizationOf.get(tokenId)))
      .map(({ tokenId, told }) => `The session of token ${tokenId} ended (${told}) without a reason in the log`),
    ...events
      .filter((event) => isEnd(event) && event.reason === null)
      .map(({ position }) => `The end at position ${position} has no reason`)
  ];
};
