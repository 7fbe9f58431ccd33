import { AccountName } from "../../components/AccountName.tsx";
import { withoutMiddle } from "../../components/CopyableId.tsx";
import { RelativeTime } from "../../components/RelativeTime.tsx";
import { TableHead } from "../../components/TableHead.tsx";
import type { Admin } from "./Admin.ts";
import { RemoveAdmin } from "./RemoveAdmin.tsx";
import { RoleChoice } from "./RoleChoice.tsx";

/** The admins, and who added each of them. */
export const AdminTable = ({ admins }: { readonly admins: ReadonlyArray<Admin> }) => {
  const nameOf = (did: string): string => admins.find((admin) => admin.did === did)?.handle ?? withoutMiddle(did, 24);
  const owners = admins.filter(({ role }) => role === "OWNER");
  const isLastOwner = ({ role }: Admin): boolean => role === "OWNER" && owners.length === 1;
  return (
    <table className="table cards">
      <TableHead columns={["Account", "Role", "Added", "Added by", { name: "Actions", isHidden: true }]} />
      <tbody>
        {admins.map((admin) => (
          <tr key={admin.did}>
            <td>
              <AccountName did={admin.did} handle={admin.handle} to={`/audit?did=${encodeURIComponent(admin.did)}`} />{" "}
              {admin.isYou && <span className="badge accent">You</span>}
            </td>
            <td data-label="Role">
              <RoleChoice admin={admin} isLastOwner={isLastOwner(admin)} />
            </td>
            <td data-label="Added">{admin.addedAt === null ? "—" : <RelativeTime at={admin.addedAt} />}</td>
            <td data-label="Added by">
              {admin.fromConfiguration ? (
                <span>
                  <code>ADMIN_DIDS</code>
                </span>
              ) : (
                <span>{admin.addedBy === null ? "Setup token" : nameOf(admin.addedBy)}</span>
              )}
            </td>
            <td className="actions">
              <RemoveAdmin admin={admin} isLast={isLastOwner(admin)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};
