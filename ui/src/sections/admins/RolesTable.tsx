import { TableHead } from "../../components/TableHead.tsx";

const rows = [
  ["See every page, verify and export the log", true, true],
  ["Register, change and delete clients", false, true],
  ["Import Lexicons, label records, close reports, index repositories, end sessions", false, true],
  ["Change admins and their roles, and clients that administer", false, false],
  ["Delete the index, and erase a person", false, false]
] as const;

const Mark = ({ may }: { readonly may: boolean }) => (may ? <span>Yes</span> : <span className="soft">No</span>);

/** What each role may do. */
export const RolesTable = () => (
  <section className="card" aria-labelledby="roles-title">
    <div className="card-head">
      <h2 id="roles-title">What each role may do</h2>
    </div>
    <table className="table cards">
      <TableHead columns={["Action", "Reader", "Developer", "Owner"]} />
      <tbody>
        {rows.map(([action, reader, developer]) => (
          <tr key={action}>
            <td>{action}</td>
            <td data-label="Reader">
              <Mark may={reader} />
            </td>
            <td data-label="Developer">
              <Mark may={developer} />
            </td>
            <td data-label="Owner">
              <Mark may />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
