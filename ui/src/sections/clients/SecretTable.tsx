import type { ClientSecretsQuery } from "../../api/documents.ts";
import { RelativeTime } from "../../components/RelativeTime.tsx";
import { TableHead } from "../../components/TableHead.tsx";

type Secret = NonNullable<ClientSecretsQuery["oauthClient"]>["secrets"][number];

/** The secrets that are accepted, the newest first, with their age and their last use. */
export const SecretTable = ({ secrets }: { readonly secrets: ReadonlyArray<Secret> }) => (
  <table className="table cards">
    <TableHead columns={["Secret", "Created", "Last used", "Accepted"]} />
    <tbody>
      {secrets.map(({ createdAt, lastUsedAt, validUntil }) => (
        <tr key={validUntil === null ? "current" : "old"}>
          <td>
            {validUntil === null ? (
              <span className="badge good">Current</span>
            ) : (
              <span className="badge warn">Old</span>
            )}
          </td>
          <td data-label="Created">{createdAt === null ? "Unknown" : <RelativeTime at={createdAt} />}</td>
          <td data-label="Last used">{lastUsedAt === null ? "Never" : <RelativeTime at={lastUsedAt} />}</td>
          <td data-label="Accepted">
            {validUntil === null ? (
              "Until it is rotated"
            ) : (
              <span>
                Expires <RelativeTime at={validUntil} />
              </span>
            )}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
