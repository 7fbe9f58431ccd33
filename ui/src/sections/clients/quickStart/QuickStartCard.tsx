import { type ReactNode, useState } from "react";
import { CodeBlock } from "../../../components/CodeBlock.tsx";
import { LinkButton } from "../../../components/LinkButton.tsx";
import { Notice } from "../../../components/Notice.tsx";
import { SegmentedControl } from "../../../components/SegmentedControl.tsx";
import type { QuickStartClient } from "./QuickStart.ts";
import { type QuickStartKind, quickStarts, usualKind } from "./quickStarts.ts";

const choices = (["html", "react", "node", "curl"] as const satisfies ReadonlyArray<QuickStartKind>).map((value) => ({
  value,
  name: quickStarts[value].name
}));

interface QuickStartCardProps {
  readonly server: string;
  readonly client: QuickStartClient;
  readonly title?: string;
  /** What stands beside the title. */
  readonly children?: ReactNode;
}

/** Programs for an app of a client, ready to copy, with its own client ID and the address of this instance. */
export const QuickStartCard = ({ children, client, server, title = "Quick start" }: QuickStartCardProps) => {
  const [chosen, setChosen] = useState<QuickStartKind | null>(null);
  const kind = chosen ?? usualKind(client);
  const { code, file, install, note, run } = quickStarts[kind].of(server, client);
  return (
    <section className="card" aria-label={title}>
      <div className="card-head">
        <div>
          <h2>{title}</h2>
          <p>Complete programs with this client ID and the address of this instance.</p>
        </div>
        <span className="row">
          {children}
          <SegmentedControl label="Language" value={kind} choices={choices} onChange={setChosen} />
        </span>
      </div>
      <div className="card-body stack-small">
        {note !== null && (
          <Notice>
            <span>{note}</span>{" "}
            <LinkButton to="/clients/new" size="small">
              Register another client
            </LinkButton>
          </Notice>
        )}
        {install !== null && (
          <>
            <p className="soft small">Install the SDK from this instance:</p>
            <CodeBlock text={install} what="the commands that install the SDK" />
          </>
        )}
        <p className="soft small">
          {kind === "html" ? (
            <>
              Serve this page at the redirect URI, as <code>{file}</code>:
            </>
          ) : (
            <>
              Save as <code>{file}</code>:
            </>
          )}
        </p>
        <CodeBlock text={code} what="the sample code" />
        {run !== null && (
          <>
            <p className="soft small">Run it:</p>
            <CodeBlock text={run} what="the command that runs it" />
          </>
        )}
      </div>
    </section>
  );
};
