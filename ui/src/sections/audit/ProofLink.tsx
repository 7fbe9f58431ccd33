import { Icon } from "../../components/Icon.tsx";
import type { Sealed } from "./useSealedSize.ts";

interface ProofLinkProps {
  readonly position: number;
  readonly sealed: Sealed | null;
}

/** Downloads the proof that an event is in the log, once a checkpoint covers it. */
export const ProofLink = ({ position, sealed }: ProofLinkProps) => {
  if (sealed === null) return null;
  if (position <= sealed.size)
    return (
      <a
        className="button tiny"
        href={`/admin/audit/events/${position}.tlog-proof`}
        download={`tidemark-event-${position}.tlog-proof`}
        aria-label={`Download the proof of event ${position}`}
        title="Download the proof (.tlog-proof)"
      >
        <Icon name="download" />
      </a>
    );
  return (
    <span className="small soft" title="It has a proof as soon as a checkpoint covers it.">
      {sealed.isLate ? "not sealed yet" : "sealed within seconds"}
    </span>
  );
};
