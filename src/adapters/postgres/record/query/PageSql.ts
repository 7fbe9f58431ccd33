import { maxPageSize } from "../../../../domain/record/query/maxPageSize.ts";
import type { Page, Seek } from "../../../../domain/record/query/RecordQuery.ts";
import { filterSql } from "../sql/filterSql.ts";
import { type OrderKey, orderKeys, orderSql, seekSql } from "../sql/orderSql.ts";
import { rowsSql } from "../sql/rowsSql.ts";
import type { RecordTable } from "../table/RecordTable.ts";
import { belongsTo, type Level, type ParentLink, type RecordSource, type Slot, slotName } from "./Level.ts";
import type { Statement } from "./Statement.ts";

/**
 * What a page asks of its statement: the rows it takes as one level, and what is said of the others as another, each
 * when it is asked for. A level's rows come in the direction in which the page is read.
 */
export class PageSql {
  rows: Level | null = null;
  around: Level | null = null;
  readonly #page: Page;
  readonly #statement: Statement;
  readonly #parent: ParentLink | null;
  readonly #table: RecordTable;
  readonly #keys: ReadonlyArray<OrderKey>;

  constructor(page: Page, statement: Statement, parent: ParentLink | null) {
    this.#page = page;
    this.#statement = statement;
    this.#parent = parent;
    this.#table = statement.table(page.collection);
    this.#keys = orderKeys(page, this.#table);
  }

  /** Takes the rows of the page: the record of each. */
  take(): RecordSource {
    this.rows ??= this.#takeRows();
    return this.rows.own;
  }

  /** How many rows satisfy the filter. */
  totalCount(): Slot {
    return this.#column(`(select count(*) from ${this.#matching([], this.#parent?.from?.counted)})`);
  }

  /**
   * Whether there are rows at the position where reading begins, or on the far side of it; null without one. They are
   * asked for in order, because the planner takes a third of the table to be there, and a pass over it for the way to one.
   */
  behind(): Slot | null {
    const behind =
      this.#page.direction === "forward"
        ? this.#beyond(this.#page.after, "backward", true)
        : this.#beyond(this.#page.before, "forward", true);
    if (behind === null) return null;
    return this.#column(
      `exists (select from (select from ${this.#matching([behind])} order by ${this.#order()} limit 1) b)`
    );
  }

  #column(sql: string): Slot {
    this.around ??= this.#statement.level(this.#table, this.#parent);
    return this.around.column(this.around.own, sql);
  }

  /** Has a constant limit within, because the planner would take the tenth part of the table for the unknown one. */
  #takeRows(): Level {
    const level = this.#statement.level(this.#table, this.#parent);
    const names = this.#keys.map(({ sql }) => `r.${slotName(level.column(level.own, sql))}`);
    const matching = this.#matching([
      this.#beyond(this.#page.after, "forward", false),
      this.#beyond(this.#page.before, "backward", false)
    ]);
    const order = this.#order();
    const again = orderSql(this.#keys, names, this.#page.direction);
    const take = this.#statement.parameters.take(this.#page.take);
    level.order = again;
    level.rows = (columns) =>
      `(select * from (select ${columns} from ${matching} order by ${order} limit ${maxPageSize + 1}) r order by ${again} limit ${take} + 1)`;
    return level;
  }

  /** The order in which the page is read, in terms of its table. */
  #order(): string {
    const expressions = this.#keys.map(({ sql }) => sql);
    return orderSql(this.#keys, expressions, this.#page.direction);
  }

  #matching(bounds: ReadonlyArray<string | null>, from = this.#parent?.from?.rows): string {
    const related = this.#parent && belongsTo(this.#parent);
    const filter = filterSql(this.#page.where, this.#table, this.#statement.parameters);
    return rowsSql(this.#table, [related, filter, ...bounds], from);
  }

  #beyond(seek: Seek | null, direction: Page["direction"], inclusive: boolean): string | null {
    return seek && seekSql(this.#page, this.#keys, seek, direction, inclusive, this.#statement.parameters);
  }
}
