import { countOf } from "../../components/countOf.ts";
import { TableHead } from "../../components/TableHead.tsx";
import { bytesInWords } from "./figures.ts";
import type { Health } from "./Health.ts";

/** The size of the database, its connections and its largest tables. */
export const DatabaseCard = ({ database }: { readonly database: NonNullable<Health["database"]> }) => (
  <section className="card" aria-label="Database">
    <div className="card-head">
      <h2>Database</h2>
    </div>
    <dl className="card-body facts">
      <dt>Size</dt>
      <dd>{bytesInWords(database.bytes)}</dd>
      <dt>Connections</dt>
      <dd>
        {countOf(database.connections)} of {countOf(database.maxConnections)}
      </dd>
      <dt>Version</dt>
      <dd>PostgreSQL {database.version}</dd>
    </dl>
    <table className="table">
      <TableHead
        columns={[
          "Largest tables",
          { name: "Size", className: "number" },
          { name: "Rows, about", className: "number" }
        ]}
      />
      <tbody>
        {database.tables.map(({ bytes, name, rows }) => (
          <tr key={name}>
            <td>
              <code>{name}</code>
            </td>
            <td className="number">{bytesInWords(bytes)}</td>
            <td className="number">{rows === null ? "—" : countOf(rows)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
