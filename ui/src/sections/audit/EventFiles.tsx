import { Icon } from "../../components/Icon.tsx";
import { useSealedSize } from "./useSealedSize.ts";

/** The proof of an event and its line, with which somebody else can verify it. */
export const EventFiles = ({ position }: { readonly position: number }) => {
  const sealed = useSealedSize(position);
  const base = `/admin/audit/events/${position}`;
  return (
    <section className="card" aria-label="Proof">
      <div className="card-body stack-small">
        <h2>Proof</h2>
        <p className="soft small">
          With both files and the verifier key of the log, anybody can verify that this event is in the log:{" "}
          <code>
            tidemark audit check tidemark-event-{position}.tlog-proof --key VKEY --event tidemark-event-{position}
            .ndjson
          </code>
        </p>
        <div className="row">
          {sealed !== null && position <= sealed.size && (
            <a className="button" href={`${base}.tlog-proof`} download={`tidemark-event-${position}.tlog-proof`}>
              <Icon name="download" />
              Download proof
            </a>
          )}
          <a className="button" href={`${base}.ndjson`} download={`tidemark-event-${position}.ndjson`}>
            <Icon name="download" />
            Download event
          </a>
          {sealed !== null && position > sealed.size && (
            <span className="soft" role="status">
              {sealed.isLate
                ? "The event is not sealed yet: no checkpoint covers it."
                : "The event is sealed within seconds. Then its proof is here."}
            </span>
          )}
        </div>
      </div>
    </section>
  );
};
