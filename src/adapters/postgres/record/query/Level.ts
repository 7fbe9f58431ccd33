import type { RecordTable } from "../table/RecordTable.ts";

/** Where an expression's value is in a row of a level, after the three numbers that every row begins with. */
export type Slot = number;

export const leading = 3;

/** The name of a slot's column. */
export const slotName = (slot: Slot): string => `c${slot - leading}`;

/** One record in a row of a level: the level's own, or one that a record of it leads to. */
export interface RecordSource {
  readonly level: Level;
  readonly table: RecordTable;
  /** What its columns are called by. */
  readonly alias: string;
  readonly columns: Map<string, Slot>;
}

/** Where a level hangs: a record of the level above, and which value of it what of a row `t` must equal. */
export interface ParentLink {
  readonly source: RecordSource;
  readonly slot: Slot;
  readonly equals: string;
  /** Where the rows `t` are found if not in their table alone. */
  readonly from?: RowsFrom;
}

/** What stands for the table of rows `t` behind `from`. */
export interface RowsFrom {
  readonly rows: string;
  /** The same for counting, which does not touch the table where no condition does. */
  readonly counted: string;
}

/** The condition that a row `t` belongs to the row `p` of the level above. */
export const belongsTo = ({ slot, equals }: ParentLink): string => `${equals} = p.${slotName(slot)}`;

interface Joined {
  readonly source: RecordSource;
  readonly rows: (columns: string) => string;
}

/** The rows of a statement that belong to one page, one record or the signed-in person. Columns are added as they are asked for. */
export class Level {
  readonly index: number;
  readonly parent: ParentLink | null;
  readonly own: RecordSource;
  /** Set by what makes the level: its rows as a subquery with the given select list. */
  rows: (columns: string) => string = (columns) => `(select ${columns})`;
  /** The terms of the order of its rows, by slot names; null where there is at most one row for each above. */
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

  /** The slot of an expression over a row `t` of the source's table. */
  column(source: RecordSource, sql: string): Slot {
    const slot = source.columns.get(sql) ?? this.#width;
    if (slot === this.#width) this.#width += 1;
    source.columns.set(sql, slot);
    return slot;
  }

  /** Adds at most one record to every row: that of a table which the subquery with the given select list finds. */
  join(table: RecordTable, rows: (columns: string) => string): RecordSource {
    const source = this.#source(table, `j${this.#joined.length}`);
    this.#joined.push({ source, rows });
    return source;
  }

  /** The level as a query with the columns `n`, which tells its rows apart and orders them, `parent` and one for each slot. */
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
