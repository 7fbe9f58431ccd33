import type { SettingsQuery } from "../../api/documents.ts";
import { TableHead } from "../../components/TableHead.tsx";

/** The configuration from the environment of the service, which is read at startup. */
export const SettingTable = ({ values }: { readonly values: SettingsQuery["settings"]["values"] }) => (
  <section className="card">
    <div className="card-head">
      <div>
        <h2>Configuration</h2>
        <p>Read from the environment at startup. To change a value, change the environment and restart the service.</p>
      </div>
    </div>
    <table className="table cards">
      <TableHead columns={["Name", "Value", "Description"]} />
      <tbody>
        {values.map(({ description, isDefault, isSecret, name, value }) => (
          <tr key={name}>
            <td>
              <code className="setting-name">{name}</code>
            </td>
            <td data-label="Value">
              <span>
                {isSecret ? <span className="badge">{value}</span> : <code>{value === "" ? "—" : value}</code>}{" "}
                {isDefault && <span className="small soft">default</span>}
              </span>
            </td>
            <td className="soft">{description}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
