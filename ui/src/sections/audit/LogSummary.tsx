import { AuditLogDocument, CheckpointPublicationsDocument, LogVerificationsDocument } from "../../api/documents.ts";
import { useAdminQuery } from "../../api/useAdminQuery.ts";
import { countOf } from "../../components/countOf.ts";
import { LinkButton } from "../../components/LinkButton.tsx";
import { RelativeTime } from "../../components/RelativeTime.tsx";
import { badgeOf, worstOf } from "./publicationWords.ts";
import { sealState } from "./sealState.ts";
import { useHasFailed } from "./useHasFailed.ts";
import { verifierOf } from "./verifierOf.ts";

const Checkpoint = () => {
  const { data } = useAdminQuery(AuditLogDocument, {}, { pollingInterval: 2_000 });
  const hasFailed = useHasFailed();
  if (data === undefined) return "…";
  const { checkpoint } = data.auditLog;
  if (checkpoint === null) return "None yet";
  const [kind, badge] = sealState(data.auditLog, hasFailed);
  return (
    <>
      {countOf(checkpoint.size)} events, <RelativeTime at={checkpoint.sealedAt} />{" "}
      {kind !== "good" && <span className={`badge ${kind}`}>{badge}</span>}
    </>
  );
};

const Witnesses = () => {
  const { data } = useAdminQuery(CheckpointPublicationsDocument, {}, { pollingInterval: 5_000 });
  if (data === undefined) return "…";
  const all = data.checkpointPublications;
  if (all.length === 0) return "None: the operator is trusted";
  const worst = worstOf(all);
  const current = all.filter(({ state }) => state === "CURRENT").length;
  return (
    <>
      {current} of {all.length} current{" "}
      {worst !== null && <span className={`badge ${badgeOf(worst)[0]}`}>{badgeOf(worst)[1]}</span>}
    </>
  );
};

const LastVerification = () => {
  const { data } = useAdminQuery(LogVerificationsDocument, {}, { pollingInterval: 10_000 });
  const [last] = data?.auditLog.verifications.last ?? [];
  if (data === undefined) return "…";
  if (last === undefined) return "Never";
  return (
    <>
      {verifierOf(last)}, <RelativeTime at={last.at} />{" "}
      <span className={`badge ${last.holds ? "good" : "bad"}`}>{last.holds ? "Holds" : "Does not hold"}</span>
    </>
  );
};

/** The state of the log in one line each, with a link to the page about it. */
export const LogSummary = () => (
  <section className="card log-summary" aria-label="State of the log">
    <dl>
      <div>
        <dt>Latest checkpoint</dt>
        <dd>
          <Checkpoint />
        </dd>
      </div>
      <div>
        <dt>Witnesses and anchors</dt>
        <dd>
          <Witnesses />
        </dd>
      </div>
      <div>
        <dt>Last verification</dt>
        <dd>
          <LastVerification />
        </dd>
      </div>
    </dl>
    <LinkButton to="/audit/log">Verify the log</LinkButton>
  </section>
);
