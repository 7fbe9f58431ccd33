import { PageHeader } from "../../components/PageHeader.tsx";
import { CheckpointCard } from "./CheckpointCard.tsx";
import { FailedVerifications } from "./FailedVerifications.tsx";
import { PublicationsCard } from "./PublicationsCard.tsx";
import { RecordedVerifications } from "./RecordedVerifications.tsx";
import { VerifyCard } from "./VerifyCard.tsx";
import "./audit.css";
import "./log.css";

const up = { to: "/audit", name: "Audit log" };

/** Whether the log is as it was recorded: its latest checkpoint, verifications, and who else keeps checkpoints. */
export const LogPage = () => (
  <>
    <PageHeader title="Verification" up={up}>
      Every event is sealed in a signed checkpoint. Whoever keeps one checkpoint can find out whether anything before it
      was changed.
    </PageHeader>
    <div className="stack">
      <FailedVerifications />
      <CheckpointCard />
      <VerifyCard />
      <RecordedVerifications />
      <PublicationsCard />
    </div>
  </>
);
