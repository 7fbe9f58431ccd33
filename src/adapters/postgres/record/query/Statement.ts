import type { AdminScope } from "../../../../domain/record/index/RecordIndex.ts";
import type { Parameter } from "../../../../domain/record/query/RecordQuery.ts";
import { SqlParameters } from "../sql/SqlParameters.ts";
import { onlyHidden, withAllHidden, withOwnHidden } from "../table/hiddenRows.ts";
import type { RecordTable } from "../table/RecordTable.ts";
import { Level, leading, type ParentLink, slotName } from "./Level.ts";

/** Who reads: everybody, an author, by the parameter with the DID, or an admin. */
export type StatementReader = Parameter | AdminScope | null;

/** One statement for a complete query: a union of its levels. `compileStatement.ts` explains its form. */
export class Statement {
  readonly parameters = new SqlParameters();
  /** Returns the table of a collection with the hidden rows that the reader sees. */
  readonly table: (nsid: string) => RecordTable;
  /** Returns the table of a collection as it is stored, to look at without reading its rows. */
  readonly stored: (nsid: string) => RecordTable;
  readonly #levels: Array<Level> = [];

  constructor(table: (nsid: string) => RecordTable, reader: StatementReader) {
    this.stored = table;
    this.table = (nsid) => this.#readBy(table(nsid), reader);
  }

  #readBy(table: RecordTable, reader: StatementReader): RecordTable {
    if (reader === null) return table;
    if (reader === "all") return withAllHidden(table);
    return reader === "hidden" ? onlyHidden(table) : withOwnHidden(table, this.parameters.value(reader, "string"));
  }

  /** Adds a level. */
  level(table: RecordTable, parent: ParentLink | null): Level {
    const level = new Level(this.#levels.length, table, parent);
    this.#levels.push(level);
    return level;
  }

  /** The SQL; null for a query that needs no rows. Every value arrives as text. */
  get text(): string | null {
    if (this.#levels.length === 0) return null;
    const width = Math.max(...this.#levels.map((level) => level.width));
    const shared = this.#levels.filter((level) => level.hasChildren);
    const definitions = shared.map((level) => `l${level.index} as materialized (${level.sql})`);
    const branches = this.#levels.map((level) => branch(level, width));
    const beginning = definitions.length > 0 ? `with ${definitions.join(", ")} ` : "";
    return this.parameters.number(beginning + branches.join(" union all "));
  }
}

const branch = (level: Level, width: number): string => {
  const slots = Array.from({ length: width - leading }, (_, at) =>
    at + leading < level.width ? `l.${slotName(at + leading)}::text` : "null"
  );
  const rows = level.hasChildren ? `l${level.index}` : `(${level.sql})`;
  return `select ${[level.index, "l.parent", "l.n", ...slots].join(", ")} from ${rows} l`;
};
