import type { LexiconQuery } from "../../api/documents.ts";
import { TableHead } from "../../components/TableHead.tsx";
import { AppLink } from "../../router/AppLink.tsx";

type Definition = NonNullable<LexiconQuery["lexicon"]>["definitions"][number];

interface LexiconFieldsProps {
  readonly definition: Definition;
  /** The NSIDs of the active Lexicons, to which references link. */
  readonly active: ReadonlySet<string>;
}

/** The properties of a definition, with the fields and types that the API has for them. */
export const LexiconFields = ({ active, definition }: LexiconFieldsProps) => (
  <section className="stack-small" aria-label={`Fields of ${definition.name}`}>
    <h3>
      <code>{definition.name}</code> is <code>{definition.type}</code>
    </h3>
    {definition.description !== null && <p className="soft">{definition.description}</p>}
    {definition.properties.length === 0 ? (
      <p className="soft">It has no properties.</p>
    ) : (
      <table className="table cards lexicon-fields">
        <TableHead columns={["Field", "GraphQL type", "Required", "Constraints and description"]} />
        <tbody>
          {definition.properties.map(({ constraints, description, field, isRequired, name, references, type }) => (
            <tr key={name}>
              <td>
                <code>{field}</code>
                {field !== name && <span className="soft small"> from {name}</span>}
              </td>
              <td data-label="GraphQL type">{type === null ? "None" : <code>{type}</code>}</td>
              <td data-label="Required">{isRequired ? "Yes" : "No"}</td>
              <td>
                {description !== null && <p>{description}</p>}
                {constraints.length > 0 && <p className="soft small">{constraints.join(" · ")}</p>}
                {references.length > 0 && (
                  <p className="small">
                    Refers to{" "}
                    {references.map((id, index) => (
                      <span key={id}>
                        {index > 0 && ", "}
                        {active.has(id) ? <AppLink to={`/lexicons/${id}`}>{id}</AppLink> : <code>{id}</code>}
                      </span>
                    ))}
                  </p>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </section>
);
