import { withoutMiddle } from "../../components/CopyableId.tsx";
import type { AuditEvent } from "./AuditEvent.ts";

type DescribedEvent = Pick<AuditEvent, "sentence" | "did" | "handle" | "actorId" | "actorHandle">;

const dids = /(did:[a-z]+:[\w.%:-]*[\w-])/;

/** The sentence of an event. DIDs are shown as handles if those are known, and in full in the tooltip. */
export const EventSentence = ({ event }: { readonly event: DescribedEvent }) => {
  const nameOf = (did: string): string => {
    if (did === event.did && event.handle !== null) return event.handle;
    if (did === event.actorId && event.actorHandle !== null) return event.actorHandle;
    return withoutMiddle(did, 24);
  };
  return (
    <>
      {event.sentence.split(dids).map((part, index) =>
        dids.test(part) ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of a sentence have no identity but their index.
          <span key={index} title={part}>
            {nameOf(part)}
          </span>
        ) : (
          part
        )
      )}
    </>
  );
};
