import type { NamedEvent } from "../../../application/audit/nameEvents.ts";
import { textOfParts } from "../../../application/audit/nameParts.ts";

/** The time of an event, in UTC to the millisecond. */
export const shownTime = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 23)}`;

/** The admin or the operator who caused an event, unless it is about the admin. */
const causedBy = ({ actorHandle, event: { actor, subjectDid } }: NamedEvent): string | null => {
  if (actor.type === "operator") return "by the operator";
  return actor.type === "admin" && actor.id !== null && actor.id !== subjectDid
    ? `by ${actorHandle ?? actor.id}`
    : null;
};

/** The account that an event is about, the app that was used, and who caused it, by their best-known names. */
const who = (named: NamedEvent): string => {
  const { clientName, event, handle } = named;
  const account = handle ?? event.subjectDid;
  const app = clientName === null ? event.clientId : `"${clientName}"`;
  return [account, app === null ? null : `via ${app}`, causedBy(named)].filter((part) => part !== null).join(" ");
};

/** Replaces control characters, which a terminal would obey: texts in events come from others. */
export const withoutControls = (text: string): string => text.replace(/\p{Cc}/gu, "\ufffd");

/** An event as text: a line with its position, time, type and account, and its sentence below. */
export const describeEvent = (named: NamedEvent): string => {
  const { event, explanation, parts } = named;
  const mark = event.outcome === "failure" ? "✗" : "·";
  const head = [`#${event.position}`, shownTime(event.recordedAt), mark, event.type, who(named)];
  return withoutControls(head.filter((part) => part !== "").join("  ")).concat(
    `\n    ${withoutControls([textOfParts(parts), explanation ?? ""].join(" ").trim())}\n`
  );
};

/** An event as JSON: all its members, the names of its account and app, and its sentence. */
export const eventJson = ({ actorHandle, clientName, event, explanation, handle, sentence }: NamedEvent): string =>
  `${JSON.stringify({ ...event, handle, actorHandle, clientName, sentence, explanation })}\n`;

/** Returns the function that writes an event, as JSON or as text. */
export const eventWriter = (asJson: boolean) => (asJson ? eventJson : describeEvent);

const members = (value: object): ReadonlyArray<string> =>
  Object.entries(value).map(
    ([name, member]) => `  ${name}: ${typeof member === "string" ? member : JSON.stringify(member)}`
  );

/** All members of an event as text. */
export const describeFully = (named: NamedEvent): string => {
  const { data, ...envelope } = named.event;
  return [
    describeEvent(named),
    ...[...members(envelope), "  data:", ...members(data).map((line) => `  ${line}`)].map(withoutControls),
    ""
  ].join("\n");
};
