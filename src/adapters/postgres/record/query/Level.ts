import type { RecordTable } from "../table/RecordTable.ts";

/** The index of a value in a row of a level. `compileStatement.ts` explains levels, slots, sources and aliases. */
export type Slot = number;

/** The number of values that every row begins with: its level, the number of the row above, and its own number. */
export const leading = 3;

/** Returns the name of a slot's column. */
export const slotName = (slot: Slot): string => `c${slot - leading}`;

/** One record in a row of a level: the level's own record, or one that is joined to it. */
export interface RecordSource {
  readonly level: Level;
  readonly table: RecordTable;
  readonly alias: string;
  /** The slots of the selected expressions, each over a row `t` of the table. */
  readonly columns: Map<string, Slot>;
}

/** How the rows of a level belong to the rows of the level above. */
export interface ParentLink {
  /** The record of the row above. */
  readonly source: RecordSource;
  /** The value of that record which `equals` must be equal to. */
  readonly slot: Slot;
  /** An expression over a row `t`. */
  readonly equals: string;
  /** Replaces the table as the origin of the rows `t`. */
  readonly from?: RowsFrom;
}

/** A `from` item that replaces the table of the rows `t`. */
interface RowsFrom {
  readonly rows: string;
  /** The same rows for a count. PostgreSQL does not read the table if no condition needs it. */
  readonly counted: string;
}

/** Returns the condition that a row `t` belongs to the row `p` of the level above. */
export const belongsTo = ({ slot, equals }: ParentLink): string => `${equals} = p.${slotName(slot)}`;

interface Joined {
  readonly source: RecordSource;
  readonly rows: (columns: string) => string;
}

/** The rows of a statement for one page, one record or the signed-in user. Columns are added as they are selected. */
export class Level {
  readonly index: number;
  readonly parent: ParentLink | null;
  readonly own: RecordSource;
  /** Returns the level's rows as a subquery with the given select list. The creator of the level sets it. */
  rows: (columns: string) => string = (columns) => `(select ${columns})`;
  /** The `order by` terms of the rows, by slot names; null if there is at most one row for each row above. */
  order: string | null = null;
  hasChildren = false;
  readonly #joined: Array<Joined> = [];
  #width = leading;

  constructor(index: number, table: RecordTable, parent: ParentLink | null) {
    this.index = index;
    this.parent = parent;
    this.own = this.#source(table, "r");
    if (parent) parent.source.level.hasChildren = true;
  }

  /** The number of values in a row. */
  get width(): number {
    return this.#width;
  }

  /** Selects an expression over a row `t` of the source's table, and returns its slot. */
  column(source: RecordSource, sql: string): Slot {
    const slot = source.columns.get(sql) ?? this.#width;
    if (slot === this.#width) this.#width += 1;
    source.columns.set(sql, slot);
    return slot;
  }

  /** Joins at most one record to every row. `rows` returns the subquery that finds it, with the given select list. */
  join(table: RecordTable, rows: (columns: string) => string): RecordSource {
    const source = this.#source(table, `j${this.#joined.length}`);
    this.#joined.push({ source, rows });
    return source;
  }

  /** The level as a query with the columns `n` (the number of the row), `parent` (that of the row above) and the slots. */
  get sql(): string {
    const above = this.parent ? `l${this.parent.source.level.index} p cross join lateral ` : "";
    const columns = [`${this.#number()} as n`, `${this.parent ? "p.n" : "0"} as parent`, ...this.#outer()];
    return `select ${columns.join(", ")} from ${above}${this.rows(selectList(this.own))} r${this.#joins()}`;
  }

  #number(): string {
    if (this.order === null) return this.parent ? "p.n" : "1";
    return `(row_number() over (order by ${this.parent ? "p.n, " : ""}${this.order}))::int`;
  }

  #outer(): ReadonlyArray<string> {
    return [this.own, ...this.#joined.map(({ source }) => source)].flatMap(({ alias, columns }) =>
      Array.from(columns.values(), (slot) => `${alias}.${slotName(slot)}`)
    );
  }

  #joins(): string {
    return this.#joined
      .map(({ source, rows }) => ` left join lateral ${rows(selectList(source))} ${source.alias} on true`)
      .join("");
  }

  #source(table: RecordTable, alias: string): RecordSource {
    return { level: this, table, alias, columns: new Map() };
  }
}

const selectList = ({ columns }: RecordSource): string =>
  Array.from(columns, ([sql, slot]) => `${sql} as ${slotName(slot)}`).join(", ");
