import { useEffect, useRef } from "react";
import type { CompareLexiconsQuery } from "../../api/documents.ts";
import { Button } from "../../components/Button.tsx";
import { countOf } from "../../components/countOf.ts";
import { Notice } from "../../components/Notice.tsx";
import { prettyJson } from "../audit/prettyJson.ts";
import { LineDiff } from "./LineDiff.tsx";
import { NameList } from "./NameList.tsx";

interface ComparedLexiconsProps {
  readonly comparison: CompareLexiconsQuery["compareLexicons"];
  /** The label of the button that makes the change. */
  readonly confirmation: string;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Shows what an import would change, and asks for confirmation. */
export const ComparedLexicons = ({ comparison, confirmation, onCancel, onConfirm }: ComparedLexiconsProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { added, changed, collectionsRemoved, completed, notices, removed, unchanged } = comparison;
  return (
    <div className="stack">
      <h2 ref={heading} tabIndex={-1}>
        {unchanged ? "No changes" : "Review the changes"}
      </h2>
      {unchanged && <p className="soft">The files match the active Lexicons exactly.</p>}
      {collectionsRemoved.length > 0 && (
        <Notice kind="warn" title="Collections removed from the API">
          <p>
            Queries no longer return their records. The records stay in the index in case the Lexicon is imported again.
          </p>
          <ul>
            {collectionsRemoved.map(({ id, records }) => (
              <li key={id}>
                <code>{id}</code>, {countOf(records)} records
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {notices.length > 0 && (
        <Notice kind="warn" title="Returned as JSON or omitted">
          <ul>
            {notices.map(({ file, path, reason }) => (
              <li key={`${file} ${path} ${reason}`}>
                <strong>{file}</strong>, <code>{path}</code>: {reason}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <NameList title="Completed from the published Lexicons" kind="good" names={completed} />
      <NameList title="Added" kind="good" names={added} />
      <NameList title="Removed" kind="bad" names={removed} />
      {changed.length > 0 && (
        <div className="stack-small">
          <h3>
            Changed <span className="badge accent">{changed.length}</span>
          </h3>
          {changed.map(({ after, before, id }) => (
            <details key={id} open={changed.length === 1}>
              <summary>
                <code>{id}</code>
              </summary>
              <LineDiff label={id} before={prettyJson(before)} after={prettyJson(after)} />
            </details>
          ))}
        </div>
      )}
      <div className="row">
        {!unchanged && (
          <Button kind="primary" needs="uploadLexicons" onPress={onConfirm}>
            {confirmation}
          </Button>
        )}
        <Button onPress={onCancel}>{unchanged ? "Close" : "Cancel"}</Button>
      </div>
    </div>
  );
};
