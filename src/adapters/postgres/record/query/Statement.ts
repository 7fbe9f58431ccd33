import { SqlParameters } from "../sql/SqlParameters.ts";
import type { RecordTable } from "../table/RecordTable.ts";
import { Level, leading, type ParentLink, slotName } from "./Level.ts";

/**
 * One statement for a whole query. Each level is a branch of a union; its rows are numbered, and name the row above them
 * by its number, so that no row is repeated for what hangs on it. Every value arrives as text.
 */
export class Statement {
  readonly parameters = new SqlParameters();
  /** The table of a collection. */
  readonly table: (nsid: string) => RecordTable;
  readonly #levels: Array<Level> = [];

  constructor(table: (nsid: string) => RecordTable) {
    this.table = table;
  }

  level(table: RecordTable, parent: ParentLink | null): Level {
    const level = new Level(this.#levels.length, table, parent);
    this.#levels.push(level);
    return level;
  }

  /** Null for a query that needs no rows. */
  get text(): string | null {
    if (this.#levels.length === 0) return null;
    const width = Math.max(...this.#levels.map((level) => level.width));
    const shared = this.#levels.filter((level) => level.hasChildren);
    const definitions = shared.map((level) => `l${level.index} as materialized (${level.sql})`);
    const branches = this.#levels.map((level) => branch(level, width));
    return `${definitions.length > 0 ? `with ${definitions.join(", ")} ` : ""}${branches.join(" union all ")}`;
  }
}

const branch = (level: Level, width: number): string => {
  const slots = Array.from({ length: width - leading }, (_, at) =>
    at + leading < level.width ? `l.${slotName(at + leading)}::text` : "null"
  );
  const rows = level.hasChildren ? `l${level.index}` : `(${level.sql})`;
  return `select ${[level.index, "l.parent", "l.n", ...slots].join(", ")} from ${rows} l`;
};
