import { replaceAt } from "../personal/jsonPointer.ts";
import type { RecordedEvent } from "./Envelope.ts";

/** What the leaf hash covers in place of a personal value. */
interface Commitment {
  readonly commitment: string;
}

/** The members of an event that can hold personal values, with commitments in their place. */
export interface CommittedMembers {
  readonly subjectDid: string | Commitment | null;
  readonly actorId: string | Commitment | null;
  readonly data: unknown;
}

const dataPointer = "/data";

/** Returns the members of an event that can hold personal values, as the leaf hash covers them. */
export const committedMembers = ({
  actor,
  data,
  personal = [],
  subjectDid
}: Pick<RecordedEvent, "actor" | "data" | "personal" | "subjectDid">): CommittedMembers => {
  let [subject, actorId, members]: [CommittedMembers["subjectDid"], CommittedMembers["actorId"], unknown] = [
    subjectDid,
    actor.id,
    data
  ];
  for (const { commitment, pointers } of personal) {
    // Somebody added this part: the leaf has no commitment at its places.
    if (commitment === "") continue;
    for (const pointer of pointers) {
      if (pointer === "/subjectDid") subject = { commitment };
      else if (pointer === "/actor/id") actorId = { commitment };
      else if (pointer.startsWith(`${dataPointer}/`))
        members = replaceAt(members, pointer.slice(dataPointer.length), { commitment });
      // Nothing else is personal. Somebody changed the row, and its leaf must differ.
      else members = null;
    }
  }
  return { subjectDid: subject, actorId, data: members };
};
