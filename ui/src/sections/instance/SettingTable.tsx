import type { SettingsQuery } from "../../api/documents.ts";

/** What the environment of the service says; it is changed there, and read at the next start. */
export const SettingTable = ({ values }: { readonly values: SettingsQuery["settings"]["values"] }) => (
  <section className="card">
    <div className="card-head">
      <div>
        <h2>Configuration</h2>
        <p>From the environment of the service. Change it there and start the service again.</p>
      </div>
    </div>
    <table className="table cards">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Value</th>
          <th scope="col">What it is</th>
        </tr>
      </thead>
      <tbody>
        {values.map(({ description, isDefault, isSecret, name, value }) => (
          <tr key={name}>
            <td>
              <code className="setting-name">{name}</code>
            </td>
            <td data-label="Value">
              <span>
                {isSecret ? <span className="badge">{value}</span> : <code>{value === "" ? "—" : value}</code>}{" "}
                {isDefault && <span className="small soft">by default</span>}
              </span>
            </td>
            <td className="soft">{description}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
