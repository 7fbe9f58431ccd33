import type { DeadLettersQuery } from "../../api/documents.ts";
import { AccountName } from "../../components/AccountName.tsx";
import { CopyableId } from "../../components/CopyableId.tsx";
import { RelativeTime } from "../../components/RelativeTime.tsx";
import { TableHead } from "../../components/TableHead.tsx";

export type DeadLetter = DeadLettersQuery["deadLetters"]["nodes"][number];

const contentOf = ({ bytes, value }: DeadLetter): string | null =>
  value === null || value === undefined ? bytes : JSON.stringify(value, null, 2);

const Content = ({ letter }: { readonly letter: DeadLetter }) => {
  const content = contentOf(letter);
  return content === null ? null : (
    <details>
      <summary>{letter.value === null ? "First bytes, in Base64" : "Record"}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard. */}
      <pre className="letter-content" tabIndex={0}>
        {content}
      </pre>
    </details>
  );
};

/** A table of dead letters, newest first. */
export const DeadLetterTable = ({ letters }: { readonly letters: ReadonlyArray<DeadLetter> }) => (
  <table className="table cards">
    <TableHead columns={["What", "Reason", "Account", "Received"]} />
    <tbody>
      {letters.map((letter) => {
        const { did, handle, id, message, reason, receivedAt, source, uri } = letter;
        return (
          <tr key={id}>
            <td>
              {uri === null ? (
                "An event that cannot be read"
              ) : (
                <CopyableId id={uri} what="the record URI" maxLength={40} />
              )}
              <Content letter={letter} />
            </td>
            <td data-label="Reason">
              <span>
                <code>{reason}</code>
                <span className="small soft line">{message}</span>
              </span>
            </td>
            <td data-label="Account">
              {did === null ? (
                <span className="soft">Not known</span>
              ) : (
                <AccountName did={did} handle={handle} to={`/sync?did=${encodeURIComponent(did)}`} />
              )}
            </td>
            <td data-label="Received">
              <span>
                <RelativeTime at={receivedAt} />
                <span className="small soft line">{source}</span>
              </span>
            </td>
          </tr>
        );
      })}
    </tbody>
  </table>
);
