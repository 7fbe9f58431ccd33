import type { NamedEvent } from "../../../application/audit/nameEvents.ts";

const time = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 23)}`;

/** Who an event is about, and through what app, by the best names there are. */
const who = ({ clientName, event, handle }: NamedEvent): string => {
  const person = handle ?? event.subjectDid;
  const app = clientName === null ? event.clientId : `"${clientName}"`;
  return [person, app === null ? null : `via ${app}`].filter((part) => part !== null).join(" ");
};

/** What a terminal would take for its own: texts in events come from others. */
const shown = (text: string): string => text.replace(/\p{Cc}/gu, "\ufffd");

/** An event for people: a line of what, when and who, and below it what it says. */
export const describeEvent = (named: NamedEvent): string => {
  const { event, explanation, sentence } = named;
  const mark = event.outcome === "failure" ? "✗" : "·";
  const head = [`#${event.position}`, time(event.recordedAt), mark, event.type, who(named)];
  return shown(head.filter((part) => part !== "").join("  ")).concat(
    `\n    ${shown([sentence, explanation ?? ""].join(" ").trim())}\n`
  );
};

/** An event for programs: all of it, its names, and what it says. */
export const eventJson = ({ actorHandle, clientName, event, explanation, handle, sentence }: NamedEvent): string =>
  `${JSON.stringify({ ...event, handle, actorHandle, clientName, sentence, explanation })}\n`;

/** How events are written: for people, or for programs. */
export const eventWriter = (asJson: boolean) => (asJson ? eventJson : describeEvent);

const members = (value: object): ReadonlyArray<string> =>
  Object.entries(value).map(
    ([name, member]) => `  ${name}: ${typeof member === "string" ? member : JSON.stringify(member)}`
  );

/** Everything about one event, for people. */
export const describeFully = (named: NamedEvent): string => {
  const { data, ...envelope } = named.event;
  return [
    describeEvent(named),
    ...[...members(envelope), "  data:", ...members(data).map((line) => `  ${line}`)].map(shown),
    ""
  ].join("\n");
};
