import * as Option from "effect/Option";
import { parseAtUri } from "../../atproto/AtUri.ts";
import type { RecordedEvent } from "../../event/Envelope.ts";
import { accountOf, appOf, type Headline, latestOf, type StoryKind, type StoryStep, textIn } from "./Story.ts";
import { account, app, type StoryPart, sentence } from "./StoryPart.ts";

/** The verbs for a write that was done, and for one that was requested or refused. */
const verbs = {
  create: { done: "wrote", basic: "write" },
  update: { done: "changed", basic: "change" },
  delete: { done: "deleted", basic: "delete" }
} as const;
type Action = keyof typeof verbs;

const isAction = (text: string | null): text is Action => text !== null && Object.hasOwn(verbs, text);

/** Names of collections are read as words, and an x as a letter. */
const withArticle = (collection: string): string => `${/^[aeiox]/.test(collection) ? "an" : "a"} ${collection}`;

/** Returns the records that a write is about, such as "an xyz.statusphere.status" or "3 records". */
const recordsOf = (requests: ReadonlyArray<RecordedEvent>): ReadonlyArray<string | StoryPart> => {
  const uris = [...new Set(requests.map((event) => textIn(event, "uri")).filter((uri) => uri !== null))];
  if (uris.length !== 1) return [`${uris.length} records`];
  return Option.match(parseAtUri(uris[0] ?? ""), {
    onNone: () => ["a record"],
    onSome: ({ collection }) => [withArticle(collection)]
  });
};

const actionOf = (requests: ReadonlyArray<RecordedEvent>): Action => {
  const actions = new Set(requests.map((event) => textIn(event, "action")).filter(isAction));
  const [only = "create"] = actions;
  return actions.size === 1 ? only : "update";
};

const because = (event: RecordedEvent): string => (event.reason === null ? "" : `: ${event.reason}`);

const told = (
  kind: StoryKind,
  outcome: Headline["outcome"],
  ...parts: ReadonlyArray<string | StoryPart>
): Headline => ({ kind, outcome, parts: sentence(...parts) });

const through = (steps: ReadonlyArray<StoryStep>): ReadonlyArray<string | StoryPart> => {
  const clientId = appOf(steps);
  return clientId === null ? [] : [" through ", app(clientId)];
};

/** Returns the headline of a write, by what its last event says. */
export const writeHeadline = (steps: ReadonlyArray<StoryStep>): Headline => {
  const requests = steps.map(({ event }) => event).filter(({ type }) => type === "WriteRequested.v1");
  const about = requests.length > 0 ? requests : steps.map(({ event }) => event);
  const records = recordsOf(about);
  const { basic, done } = verbs[actionOf(about)];
  const who = account(accountOf(steps), "Somebody");
  const decisive = latestOf(steps, "RecordWritten.v1", "WriteRejected.v1", "WriteOutcomeUnknown.v1");
  switch (decisive?.type) {
    case "RecordWritten.v1":
      return told("write", "success", who, ` ${done} `, ...records, ...through(steps));
    case "WriteRejected.v1":
      return told("write", "failure", who, ` could not ${basic} `, ...records, ...through(steps), because(decisive));
    case "WriteOutcomeUnknown.v1":
      return told(
        "write",
        "failure",
        who,
        ` may have ${participles[basic]} `,
        ...records,
        ...through(steps),
        because(decisive)
      );
    default:
      return told("write", "success", who, ` requested to ${basic} `, ...records, ...through(steps));
  }
};

const participles = { write: "written", change: "changed", delete: "deleted" } as const;

/** Returns the headline of an uploaded file. */
export const uploadHeadline = (steps: ReadonlyArray<StoryStep>): Headline => {
  const who = account(accountOf(steps), "Somebody");
  const done = latestOf(steps, "BlobUploaded.v1");
  const file = ` a file (${textIn(done ?? steps.at(-1)?.event, "mimeType") ?? "of an unknown type"})`;
  const failure = latestOf(steps, "BlobUploadFailed.v1");
  return done === undefined && failure !== undefined
    ? told("upload", "failure", who, ` could not upload${file}`, ...through(steps), because(failure))
    : told("upload", "success", who, ` uploaded${file}`, ...through(steps));
};
