import * as Effect from "effect/Effect";
import { listDeadLetters, type ShownDeadLetter } from "../../../application/sync/deadLetters/listDeadLetters.ts";
import { DeadLetters } from "../../../domain/sync/DeadLetters.ts";
import { isoTime } from "../../../domain/time/isoTime.ts";
import type { Given, Run } from "../command/Command.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { present, type Report } from "../report/present.ts";
import { readLetterFilter } from "./letterFilter.ts";
import { limit } from "./syncParameters.ts";

const defaultLimit = 50;

const lineOf = ({ did, id, message, reason, receivedAt, source, uri }: ShownDeadLetter): string =>
  `${id}  ${uri ?? did ?? "an event that cannot be read"}\n  ${reason}: ${message} (${source}, ${isoTime(receivedAt)})`;

const jsonOf = (letter: ShownDeadLetter) => {
  const { bytes, cid, collection, did, handle, id, message, reason, receivedAt, rev, source, uri, value } = letter;
  return {
    id,
    source,
    did,
    handle,
    collection,
    uri,
    cid,
    rev,
    reason,
    message,
    value,
    bytes: bytes === null ? null : Buffer.from(bytes).toString("base64"),
    receivedAt: isoTime(receivedAt)
  };
};

const describe = (letters: ReadonlyArray<ShownDeadLetter>, total: number): Report => {
  const more = total > letters.length ? [`${total} in total; the newest ${letters.length} are listed.`] : [];
  return {
    text: letters.length === 0 ? "There is no dead letter." : [...letters.map(lineOf), ...more].join("\n"),
    json: { total, deadLetters: letters.map(jsonOf) }
  };
};

const report = Effect.fnUntraced(function* (given: Given) {
  const filter = yield* readLetterFilter(given);
  const { count } = yield* DeadLetters;
  const found = Effect.zipWith(listDeadLetters(filter, null, given(limit) ?? defaultLimit), count(filter), describe);
  return yield* Effect.mapError(found, explainFailure);
});

export const listLetters: Run = (given) => present(given, report(given));
