import * as Effect from "effect/Effect";
import { sha256Base64Url } from "../../domain/crypto/sha256.ts";
import { EventLog } from "../../domain/event/EventLog.ts";
import { streamName } from "../../domain/event/StreamName.ts";
import type { LabelSubject } from "../../domain/label/LabelSubject.ts";

const pathOf = (subject: LabelSubject): string =>
  subject._tag === "AccountSubject" ? "" : subject.uri.slice(`at://${subject.did}`.length);

/** Returns the stream of one label of this instance. Its name has the pseudonym of the account, and no address. */
export const ownLabelStream = Effect.fnUntraced(function* (subject: LabelSubject, val: string) {
  const pseudonym = yield* (yield* EventLog).pseudonym(subject.did);
  return streamName("label", `${pseudonym}-${sha256Base64Url(`${pseudonym}${pathOf(subject)}\n${val}`).slice(0, 22)}`);
});

/** The stream of the definitions of label values. */
export const definitionsStream = streamName("label", "definitions");
