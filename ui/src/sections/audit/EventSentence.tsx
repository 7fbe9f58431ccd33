import { withoutMiddle } from "../../components/CopyableId.tsx";
import type { AuditEvent } from "./AuditEvent.ts";

type Said = Pick<AuditEvent, "sentence" | "did" | "handle" | "actorId" | "actorHandle">;

const dids = /(did:[a-z]+:[\w.%:-]*[\w-])/;

/** What an event says, with people by their handles where those are known; whole in the title. */
export const EventSentence = ({ event }: { readonly event: Said }) => {
  const nameOf = (did: string): string => {
    if (did === event.did && event.handle !== null) return event.handle;
    if (did === event.actorId && event.actorHandle !== null) return event.actorHandle;
    return withoutMiddle(did, 24);
  };
  return (
    <>
      {event.sentence.split(dids).map((part, place) =>
        dids.test(part) ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of a sentence have nothing but their place.
          <span key={place} title={part}>
            {nameOf(part)}
          </span>
        ) : (
          part
        )
      )}
    </>
  );
};
