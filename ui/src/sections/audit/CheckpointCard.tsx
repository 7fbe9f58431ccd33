import { AuditLogDocument, type AuditLogQuery } from "../../api/documents.ts";
import { useAdminQuery } from "../../api/useAdminQuery.ts";
import { CodeBlock } from "../../components/CodeBlock.tsx";
import { CopyableId } from "../../components/CopyableId.tsx";
import { countOf } from "../../components/countOf.ts";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorState } from "../../components/ErrorState.tsx";
import { Loading } from "../../components/Loading.tsx";
import { Notice } from "../../components/Notice.tsx";
import { RelativeTime } from "../../components/RelativeTime.tsx";
import { durationInWords } from "../sync/durationInWords.ts";
import { DetailRow } from "./DetailRow.tsx";
import { isLate, sealState } from "./sealState.ts";
import { useHasFailed } from "./useHasFailed.ts";

type Log = AuditLogQuery["auditLog"];

const Facts = ({ log, checkpoint }: { readonly log: Log; readonly checkpoint: NonNullable<Log["checkpoint"]> }) => (
  <dl className="facts">
    <DetailRow name="Events">{countOf(checkpoint.size)}</DetailRow>
    <DetailRow name="Root hash">
      <CopyableId id={checkpoint.rootHash} what="the root hash" maxLength={48} />
    </DetailRow>
    <DetailRow name="Log">
      <code>{checkpoint.origin}</code>
    </DetailRow>
    <DetailRow name="Signed">
      <RelativeTime at={checkpoint.sealedAt} />
    </DetailRow>
    <DetailRow name="Not sealed yet">
      {log.lagEvents === 0
        ? "Nothing: the checkpoint covers every event"
        : `${countOf(log.lagEvents)} ${log.lagEvents === 1 ? "event" : "events"}, the oldest for ${durationInWords(log.lagSeconds)}`}
    </DetailRow>
    <DetailRow name={log.verifierKeys.length === 1 ? "Verifier key" : "Verifier keys"}>
      {log.verifierKeys.map((key) => (
        <span key={key} className="line">
          <CopyableId id={key} what="the verifier key" maxLength={64} />
        </span>
      ))}
    </DetailRow>
  </dl>
);

/** The latest checkpoint, which changes while the page is open. */
export const CheckpointCard = () => {
  const { data, error, refetch } = useAdminQuery(AuditLogDocument, {}, { pollingInterval: 2_000 });
  const hasFailed = useHasFailed();
  const log = data?.auditLog;
  if (log === undefined)
    return error === null ? (
      <Loading what="the latest checkpoint" lines={6} />
    ) : (
      <ErrorState title="The checkpoint could not be loaded" error={error} retry={() => void refetch()} />
    );
  const { checkpoint, refusal } = log;
  const [kind, badge] = sealState(log, hasFailed);
  return (
    <section className="card" aria-label="Latest checkpoint">
      <div className="card-head">
        <h2>Latest checkpoint</h2>
        <span className={`badge ${kind}`} role="status">
          {badge}
        </span>
      </div>
      {checkpoint === null ? (
        <EmptyState title="No checkpoint yet">The first one is signed within seconds of the first event.</EmptyState>
      ) : (
        <div className="card-body stack-small">
          {refusal !== null && (
            <Notice kind="bad" title="Nothing more is signed">
              {refusal}.
            </Notice>
          )}
          {refusal === null && isLate(log) && (
            <Notice kind="warn" title="Sealing is behind">
              Events are recorded, but no process has signed a checkpoint of them. Check the service log for “seal”.
            </Notice>
          )}
          <Facts log={log} checkpoint={checkpoint} />
          <details>
            <summary>Show the signed checkpoint, to keep it elsewhere</summary>
            <div className="stack-small">
              <p className="soft small">
                Keep this text where nobody who operates this service can change it. It is enough to show later whether
                any of these events was changed.
              </p>
              <CodeBlock text={checkpoint.note} what="the signed checkpoint" />
            </div>
          </details>
        </div>
      )}
    </section>
  );
};
