import { maxCountBound } from "../../../../domain/record/query/maxCountBound.ts";
import { maxPageSize } from "../../../../domain/record/query/maxPageSize.ts";
import type { PageBounds } from "../../../../domain/record/query/notificationBounds.ts";
import type { Page, Parameter, Seek } from "../../../../domain/record/query/RecordQuery.ts";
import { keptCount } from "../count/keptCount.ts";
import { filterSql } from "../sql/filterSql.ts";
import { type OrderKey, orderKeys, orderSql, seekRanges } from "../sql/orderSql.ts";
import { rowsSql } from "../sql/rowsSql.ts";
import type { RecordTable } from "../table/RecordTable.ts";
import { belongsTo, type Level, type ParentLink, type RecordSource, type Slot, slotName } from "./Level.ts";
import type { Statement } from "./Statement.ts";

/** The rows `t` that a page is taken from: those of a table that belong to the level above and satisfy conditions. */
export interface PageRows {
  readonly table: RecordTable;
  readonly parent: ParentLink | null;
  readonly conditions: ReadonlyArray<string>;
}

/**
 * The levels of a page: one for the rows that it returns, and one for the facts about all its rows, such as their number.
 * Each is added when a member of the page needs it. The rows arrive in the direction in which the page is read.
 */
export class PageSql {
  /** The rows that the page returns. */
  rows: Level | null = null;
  /** One row with facts about all rows that satisfy the filter. */
  facts: Level | null = null;
  #looksAhead = false;
  readonly #page: PageBounds;
  readonly #statement: Statement;
  readonly #parent: ParentLink | null;
  readonly #table: RecordTable;
  readonly #conditions: PageRows["conditions"];
  readonly #keys: ReadonlyArray<OrderKey>;

  constructor(page: PageBounds, statement: Statement, { conditions, parent, table }: PageRows) {
    this.#page = page;
    this.#statement = statement;
    this.#parent = parent;
    this.#table = table;
    this.#conditions = conditions;
    this.#keys = orderKeys(page, this.#table);
  }

  /** Adds the level of the rows, and returns the source of their records. */
  take(): RecordSource {
    this.rows ??= this.#takeRows();
    return this.rows.own;
  }

  /** Also selects one row more, which says whether there is a next page. */
  lookAhead(): void {
    this.take();
    this.#looksAhead = true;
  }

  /** Selects the number of rows that satisfy the filter. */
  totalCount(): Slot {
    const kept = this.#keptCount();
    return kept === null ? this.count(null) : this.fact(kept);
  }

  /**
   * Selects the number of rows that satisfy the filter, up to a bound. The inner limit is a constant, as that of the rows
   * of the page is.
   */
  boundedCount(atMost: Parameter): Slot {
    const bound = this.#statement.parameters.bound(atMost);
    const kept = this.#keptCount();
    if (kept !== null) return this.fact(`least(${kept}, ${bound})`);
    const some = `(select from ${this.#matching([], this.#parent?.from?.counted)} limit ${maxCountBound}) b`;
    return this.fact(`(select count(*) from (select from ${some} limit ${bound}) c)`);
  }

  /** Selects the number of rows that satisfy the filter and a condition. */
  count(condition: string | null): Slot {
    return this.fact(`(select count(*) from ${this.#matching([condition], this.#parent?.from?.counted)})`);
  }

  /**
   * Selects whether there are rows at the position where the page begins, or before it; null if the page has no such
   * position. The subqueries have an order, because the planner would otherwise expect a third of the table there and scan it.
   */
  behind(): Slot | null {
    const behind =
      this.#page.direction === "forward"
        ? this.#beyond(this.#page.after, "backward", true)
        : this.#beyond(this.#page.before, "forward", true);
    if (behind === null) return null;
    const found = behind.map(
      (range) => `exists (select from (select from ${this.#matching([range])} order by ${this.#order()} limit 1) b)`
    );
    return this.fact(anyOf(found));
  }

  /** Selects an expression that is the same for all rows. */
  fact(sql: string): Slot {
    this.facts ??= this.#statement.level(this.#table, this.#parent);
    return this.facts.column(this.facts.own, sql);
  }

  #takeRows(): Level {
    const level = this.#statement.level(this.#table, this.#parent);
    const names = this.#keys.map(({ sql }) => `r.${slotName(level.column(level.own, sql))}`);
    const again = orderSql(this.#keys, names, this.#page.direction);
    const beginnings = this.#beginnings();
    const take = this.#statement.parameters.take(this.#page.take);
    level.order = again;
    level.rows = (columns) => {
      const rows = beginnings.map((each) => `(${each(columns)})`).join(" union all ");
      const found = beginnings.length === 1 ? rows : `(${rows})`;
      return `(select * from ${found} r order by ${again} limit ${take}${this.#looksAhead ? " + 1" : ""})`;
    };
    return level;
  }

  /**
   * Returns more rows than a page has, from where the page begins, once for each range that they are in. PostgreSQL merges
   * ranges, and reads only as much of each as the page has rows. The limit is a constant, because the planner would estimate
   * an unknown one at a tenth of the table.
   */
  #beginnings(): ReadonlyArray<(columns: string) => string> {
    const { after, before, direction } = this.#page;
    const forward = direction === "forward";
    const ranges = this.#beyond(forward ? after : before, direction, false) ?? [null];
    const until = this.#beyond(forward ? before : after, forward ? "backward" : "forward", false);
    return ranges.map((range) => {
      const matching = this.#matching([range, until && anyOf(until)]);
      return (columns) => `select ${columns} from ${matching} order by ${this.#order()} limit ${maxPageSize + 1}`;
    });
  }

  /** The order in which the page is read, by expressions over a row `t`. */
  #order(): string {
    const expressions = this.#keys.map(({ sql }) => sql);
    return orderSql(this.#keys, expressions, this.#page.direction);
  }

  #keptCount(): string | null {
    const counted = { table: this.#table, parent: this.#parent, where: this.#page.where };
    return this.#conditions.length > 0 ? null : keptCount(counted, this.#statement.parameters);
  }

  #matching(bounds: ReadonlyArray<string | null>, from = this.#parent?.from?.rows): string {
    const related = this.#parent && belongsTo(this.#parent);
    const filter = filterSql(this.#page.where, this.#table, this.#statement.parameters);
    return rowsSql(this.#table, [related, ...this.#conditions, filter, ...bounds], from);
  }

  #beyond(seek: Seek | null, direction: Page["direction"], inclusive: boolean): ReadonlyArray<string> | null {
    return seek && seekRanges(this.#page, this.#keys, seek, direction, inclusive, this.#statement.parameters);
  }
}

const anyOf = (conditions: ReadonlyArray<string>): string =>
  conditions.length === 1 ? conditions.join() : `(${conditions.join(" or ")})`;
