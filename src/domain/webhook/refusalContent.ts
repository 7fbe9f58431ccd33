import { shownAddress } from "../personal/addressHash.ts";
import { isoTime, isoTimeOrNull } from "../time/isoTime.ts";
import { type ReasonCounts, type RefusalChange, total } from "./RefusalWatch.ts";
import type { WebhookContent } from "./WebhookContent.ts";

/** The most reasons that a sentence names. */
const namedReasons = 3;

const reasonsOf = (refused: ReasonCounts): string =>
  Object.entries(refused)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, namedReasons)
    .map(([reason, count]) => `${reason} (${count})`)
    .join(", ");

const subjectOf = ({ id, kind }: RefusalChange): string =>
  kind === "client" ? `the app ${id}` : `somebody who wants to administer, from ${shownAddress(id)}`;

const minutesBetween = (from: number, to: number): string => {
  const minutes = Math.max(1, Math.round((to - from) / 60_000));
  return minutes === 1 ? "1 minute" : `${minutes} minutes`;
};

const sentenceOf = (change: RefusalChange): string => {
  const refused = total(change.refused);
  return change.endedAt === null
    ? `Sign-ins are refused in bulk: ${subjectOf(change)} was refused ${refused} times within minutes. Reasons: ${reasonsOf(change.refused)}.`
    : `Sign-ins are no longer refused in bulk: ${subjectOf(change)} was refused ${refused} times in ${minutesBetween(change.startedAt, change.endedAt)}. Reasons: ${reasonsOf(change.refused)}.`;
};

/** Returns what a message about a wave of refusals says. `url` is the history of its failures in the settings. */
export const refusalContent = (change: RefusalChange, url: string): WebhookContent => ({
  text: `${sentenceOf(change)} ${url}`,
  data: {
    wave: change.waveId,
    ...(change.kind === "client" ? { clientId: change.id } : { addressHash: change.id }),
    refusals: total(change.refused),
    reasons: change.refused,
    startedAt: isoTime(change.startedAt),
    endedAt: isoTimeOrNull(change.endedAt),
    url
  }
});
