import { PageHeader } from "../../components/PageHeader.tsx";
import { BackfillSection } from "./BackfillSection.tsx";
import { DeadLetterSection } from "./DeadLetterSection.tsx";
import { ExplainRecord } from "./ExplainRecord.tsx";
import { SourceStatus } from "./SourceStatus.tsx";
import "../activity/activity.css";
import "../audit/audit.css";
import "./sync.css";

/** How this instance follows the network, and what of it is not in the index. */
export const SyncPage = () => (
  <>
    <PageHeader title="Sync">How this instance follows the network. Updated every 2 seconds.</PageHeader>
    <div className="stack">
      <SourceStatus />
      <BackfillSection />
      <ExplainRecord />
      <DeadLetterSection />
    </div>
  </>
);
