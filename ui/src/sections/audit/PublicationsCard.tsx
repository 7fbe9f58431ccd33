import { CheckpointPublicationsDocument } from "../../api/documents.ts";
import { useAdminQuery } from "../../api/useAdminQuery.ts";
import { CopyableId } from "../../components/CopyableId.tsx";
import { countOf } from "../../components/countOf.ts";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorState } from "../../components/ErrorState.tsx";
import { Loading } from "../../components/Loading.tsx";
import { RelativeTime } from "../../components/RelativeTime.tsx";
import { TableHead } from "../../components/TableHead.tsx";
import { badgeOf, meaningOf, type Publication } from "./publicationWords.ts";

const Row = ({ publication }: { readonly publication: Publication }) => {
  const { address, checkedAt, explanation, kind, lagEvents, name, resetAt, size, state, verifierKey } = publication;
  const [badge, text] = badgeOf(publication);
  return (
    <tr>
      <td>
        <span className="line">
          {kind === "WITNESS" ? "Witness" : "Anchor"} <strong>{name}</strong>
        </span>
        {verifierKey !== null && (
          <span className="line small soft">
            {address} <CopyableId id={verifierKey} what="the key of the witness" maxLength={32} />
          </span>
        )}
      </td>
      <td data-label="State">
        <span>
          <span className={`badge ${badge}`}>{text}</span>
          <span className="small line">{meaningOf(publication)}</span>
          {explanation !== null && <span className="small soft line">{explanation}</span>}
          {resetAt !== null && state !== "RESET" && (
            <span className="small soft line">
              It stated less than before <RelativeTime at={resetAt} />.
            </span>
          )}
        </span>
      </td>
      <td data-label="Events">
        <span>
          {countOf(size)}
          {lagEvents > 0 && <span className="small soft line">{countOf(lagEvents)} behind</span>}
        </span>
      </td>
      <td data-label="Tried">{checkedAt === null ? "Never" : <RelativeTime at={checkedAt} />}</td>
    </tr>
  );
};

/** Says what has to be trusted without witnesses and anchors, and how to have some. */
const Nobody = () => (
  <EmptyState title="Nobody else keeps checkpoints of this log">
    Its operator stays trusted: whoever has both the database and the signing key could write another history and sign
    it. That would show only against a checkpoint that somebody kept, such as the one of the last verification in this
    browser. Set <code>AUDIT_WITNESSES</code> or <code>AUDIT_ANCHORS</code> to have others keep them. Read{" "}
    <a href="/docs/auditing#what-the-log-proves">what the log proves</a>.
  </EmptyState>
);

/** The witnesses and anchors that checkpoints are sent to, and what the state of each means. */
export const PublicationsCard = () => {
  const { data, error, refetch } = useAdminQuery(CheckpointPublicationsDocument, {}, { pollingInterval: 5_000 });
  const publications = data?.checkpointPublications;
  if (publications === undefined)
    return error === null ? (
      <Loading what="the witnesses and anchors" lines={4} />
    ) : (
      <ErrorState title="The witnesses could not be loaded" error={error} retry={() => void refetch()} />
    );
  return (
    <section className="card" aria-label="Witnesses and anchors">
      <div className="card-head">
        <div>
          <h2>Witnesses and anchors</h2>
          <p>Whoever keeps checkpoints outside of this service, so that its operator cannot show two histories.</p>
        </div>
      </div>
      {publications.length === 0 ? (
        <Nobody />
      ) : (
        <table className="table cards">
          <TableHead columns={["Name", "State", "Events", "Tried"]} />
          <tbody>
            {publications.map((publication) => (
              <Row key={`${publication.kind} ${publication.address}`} publication={publication} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
};
