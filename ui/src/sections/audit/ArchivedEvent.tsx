import type { AuditEventQuery } from "../../api/documents.ts";
import { CodeBlock } from "../../components/CodeBlock.tsx";
import { Notice } from "../../components/Notice.tsx";
import { AppLink } from "../../router/AppLink.tsx";

type Archived = NonNullable<AuditEventQuery["auditArchivedEvent"]>;

/** Shown in place of an archived event: which archive has it, and how to read it. */
export const ArchivedEvent = ({ class: of, file, namedAt }: Archived) =>
  file === null ? (
    <Notice kind="bad" title="This event is marked as archived, and no event names its archive">
      The log does not hold. Run <code>tidemark audit verify</code> on the command line.
    </Notice>
  ) : (
    <div className="stack">
      <Notice kind="info" title="This event was archived">
        Its details are no longer in the database. They are in the archive <code>{file}</code> of the class{" "}
        <code>{of}</code>, which{" "}
        {namedAt !== null && <AppLink to={`/audit/events/${namedAt}`}>event {namedAt}</AppLink>} names.
      </Notice>
      <section className="card">
        <div className="card-body stack-small">
          <h2>Read it on the command line</h2>
          <p className="soft small">In the folder of the archives, where the database of the service can be reached:</p>
          <CodeBlock text={`tidemark audit export --archive ${file}`} what="the command" />
        </div>
      </section>
    </div>
  );
