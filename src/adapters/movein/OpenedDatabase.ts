/** An open database of another instance, read as of one point in time. */
export interface OpenedDatabase {
  readonly storage: "sqlite" | "postgres";
  /** The names of its tables. */
  readonly tables: ReadonlySet<string>;
  /** Returns the names of the columns of a table. */
  readonly columns: (table: string) => Promise<ReadonlySet<string>>;
  readonly query: (statement: string) => Promise<ReadonlyArray<unknown>>;
  /** Returns the SQL expression for a column as text, such as one of JSON. */
  readonly text: (column: string) => string;
  /** Returns the SQL expression for a column with a truth value as 0 or 1. */
  readonly flag: (column: string) => string;
  /** Returns the SQL expression for a column with a time, in ISO 8601. */
  readonly time: (column: string) => string;
}
