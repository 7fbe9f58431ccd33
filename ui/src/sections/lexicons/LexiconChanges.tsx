import type { CompareLexiconsQuery } from "../../api/documents.ts";
import { countOf } from "../../components/countOf.ts";
import { Notice } from "../../components/Notice.tsx";
import { prettyJson } from "../audit/prettyJson.ts";
import { LineDiff } from "./LineDiff.tsx";
import { NameList } from "./NameList.tsx";

interface LexiconChangesProps {
  readonly comparison: CompareLexiconsQuery["compareLexicons"];
}

/** What distinguishes two sets of Lexicons: what is added, removed and changed, and what that means for the API. */
export const LexiconChanges = ({ comparison }: LexiconChangesProps) => {
  const { added, changed, collectionsRemoved, completed, notices, removed } = comparison;
  return (
    <>
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
    </>
  );
};
