/** A column of a table: its name, or a name that only assistive technology reads. */
type Column = string | { readonly name: string; readonly isHidden?: boolean; readonly className?: string };

const asColumn = (column: Column) => (typeof column === "string" ? { name: column } : column);

/** The headings of a table. */
export const TableHead = ({ columns }: { readonly columns: ReadonlyArray<Column> }) => (
  <thead>
    <tr>
      {columns.map(asColumn).map(({ className, isHidden = false, name }) => (
        <th key={name} scope="col" className={className}>
          {isHidden ? <span className="visually-hidden">{name}</span> : name}
        </th>
      ))}
    </tr>
  </thead>
);
