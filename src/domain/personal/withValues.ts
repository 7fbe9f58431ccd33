import * as Schema from "effect/Schema";
import { Did } from "../atproto/Did.ts";
import type { RecordedEvent } from "../event/Envelope.ts";
import { isJsonObject } from "../json/isJsonObject.ts";
import { replaceAt } from "./jsonPointer.ts";

const isDid = Schema.is(Did);

/** The members of an event that hold personal values. */
type Holder = Pick<RecordedEvent, "actor" | "data" | "subjectDid">;

const inData = "/data/";

const dataWith = (data: RecordedEvent["data"], values: ReadonlyMap<string, unknown>): RecordedEvent["data"] => {
  let next: unknown = data;
  for (const [pointer, value] of values)
    if (pointer.startsWith(inData)) next = replaceAt(next, pointer.slice(inData.length - 1), value);
  return isJsonObject(next) ? next : data;
};

/** Returns an event with other values at some of its places (JSON pointers). */
export const withValues = <Event extends Holder>(event: Event, values: ReadonlyMap<string, unknown>): Event => {
  const subject = values.get("/subjectDid");
  const actor = values.get("/actor/id");
  return {
    ...event,
    subjectDid: isDid(subject) ? subject : event.subjectDid,
    actor: typeof actor === "string" ? { ...event.actor, id: actor } : event.actor,
    data: dataWith(event.data, values)
  };
};
