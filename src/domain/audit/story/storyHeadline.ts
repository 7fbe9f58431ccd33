import { eventTypes, isEventType } from "../eventTypes.ts";
import type { Headline, StoryKind, StoryStep } from "./Story.ts";
import { account, type StoryPart, sentence } from "./StoryPart.ts";
import { sentenceParts } from "./sentenceParts.ts";
import { endHeadline, refreshHeadline } from "./sessionHeadline.ts";
import { adminLoginHeadline, personLoginHeadline, signInHeadline } from "./signInHeadline.ts";
import { uploadHeadline, writeHeadline } from "./writeHeadline.ts";

/** The headline of a story that has an event of one of these types, the first match first. */
const rules: ReadonlyArray<readonly [RegExp, (steps: ReadonlyArray<StoryStep>) => Headline]> = [
  [/^AdminLogin/, adminLoginHeadline],
  [/^PersonLogin/, personLoginHeadline],
  [
    /^(AuthorizationRequested|LoginCompleted|LoginFailed|CodeExchanged|CodeIssued|UpstreamLoginStarted)\./,
    signInHeadline
  ],
  [/^(WriteRequested|RecordWritten|WriteRejected|WriteOutcomeUnknown)\./, writeHeadline],
  [/^BlobUpload/, uploadHeadline],
  [/^(AuthorizationEnded|SessionEnded|SessionRevokedAtPds|SessionRevocationAbandoned)\./, endHeadline],
  [/^(TokensRefreshed|SessionRefreshed|SessionRefreshFailed|SessionRefreshStarted)\./, refreshHeadline]
];

/** Of several events of one action, what it was done for; the first match first. */
const purposes: ReadonlyArray<RegExp> = [
  /^Report(Resolved|Dismissed)\./,
  /^Backfill(Completed|Cancelled|Aborted)\./,
  /^(SubjectErased|IndexReset|ClientDeleted|ClientRegistered|AdminAdded|AdminRemoved|LexiconsImported)\./,
  /^(Admin|Person)Signed(In|Out)\./
];

const purposeOf = (steps: ReadonlyArray<StoryStep>): StoryStep | undefined => {
  for (const purpose of purposes) {
    const found = steps.findLast(({ event }) => purpose.test(event.type));
    if (found !== undefined) return found;
  }
  return steps.find(({ event }) => event.outcome === "failure") ?? steps[0];
};

const kindOfGroup = {
  "sign-in": "sign-in",
  app: "app",
  session: "refresh",
  write: "write",
  repository: "repository",
  moderation: "moderation",
  administration: "administration"
} as const satisfies Readonly<Record<string, StoryKind>>;

const kindOf = (type: string): StoryKind =>
  isEventType(type) ? kindOfGroup[eventTypes[type].group] : "administration";

const withoutPeriod = (parts: ReadonlyArray<StoryPart>): ReadonlyArray<StoryPart> => {
  const last = parts.at(-1);
  if (last === undefined || last.is !== "text") return parts;
  return sentence(...parts.slice(0, -1), last.text.replace(/\.$/, ""));
};

/** Where a request came from is a detail of its event. */
const whence = / The request came from .*$/;

/** Returns who caused an event (an admin, the operator or the app), unless its sentence says so. */
const by = (
  { event, sentence: words }: StoryStep,
  parts: ReadonlyArray<StoryPart>
): ReadonlyArray<string | StoryPart> => {
  const { id, type } = event.actor;
  if (type === "operator") return /operator|command line/i.test(words) ? [] : [", by the operator"];
  if (type === "client") return /itself/i.test(words) ? [] : [", by the app itself"];
  if (type !== "admin" || id === null || parts.some((part) => part.is === "account" && part.did === id)) return [];
  return [", by ", account(id, "")];
};

/** Returns the headline of a story that has no headline but the sentence of one of its events. */
const ofEvent = (steps: ReadonlyArray<StoryStep>): Headline => {
  const purpose = purposeOf(steps);
  if (purpose === undefined) return { kind: "administration", outcome: "success", parts: [] };
  const { event, sentence: words } = purpose;
  const failure = steps.find((step) => step.event.outcome === "failure")?.event;
  const told = withoutPeriod(sentenceParts(words.replace(whence, ""), event));
  const because = failure === undefined || failure.reason === null ? "" : `: ${failure.reason}`;
  return {
    kind: kindOf(event.type),
    outcome: failure === undefined ? "success" : "failure",
    parts: sentence(...told, ...by(purpose, told), because)
  };
};

/** Returns what the events of a story, oldest first, tell in one line. */
export const storyHeadline = (steps: ReadonlyArray<StoryStep>): Headline => {
  for (const [type, headline] of rules) {
    if (steps.some(({ event }) => type.test(event.type))) return headline(steps);
  }
  return ofEvent(steps);
};
