import { maxPageSize } from "../../../../domain/record/query/maxPageSize.ts";
import type { SearchPage } from "../../../../domain/record/query/RecordQuery.ts";
import { rankSql, recordSearchSql, rootPaths } from "../search/searchSql.ts";
import { rowsSql } from "../sql/rowsSql.ts";
import { emptyTable } from "../table/RecordTable.ts";
import type { Level, RecordSource, Slot } from "./Level.ts";
import { slotName } from "./Level.ts";
import type { Statement } from "./Statement.ts";

const order = "t.rank desc, t.indexed_at desc, t.uri desc";
const keys = ["t.rank", "t.indexed_at", "t.uri"];

/** The levels of a search: one for the addresses and ranks of the rows, and one for the facts about all of them. */
export class SearchSql {
  /** The rows that the page returns. */
  rows: Level | null = null;
  /** One row with facts about all rows that satisfy the search. */
  facts: Level | null = null;
  readonly #page: SearchPage;
  readonly #statement: Statement;

  constructor(page: SearchPage, statement: Statement) {
    this.#page = page;
    this.#statement = statement;
  }

  /** Adds the level of the rows, and returns the source of their addresses and ranks. */
  take(): RecordSource {
    this.rows ??= this.#takeRows();
    return this.rows.own;
  }

  /** Selects a value of a row. */
  column(sql: "t.rank" | "t.indexed_at" | "t.uri"): Slot {
    const source = this.take();
    return source.level.column(source, sql);
  }

  /** Selects the number of rows that satisfy the search. */
  totalCount(): Slot {
    return this.#fact(`(select count(*) from ${this.#matching("0")} t)`);
  }

  /** Selects whether there are rows before the page; null if it has no position. */
  behind(): Slot | null {
    const beyond = this.#beyond(">=");
    return beyond === null ? null : this.#fact(`exists (select from ${this.#matching()} t where ${beyond})`);
  }

  #fact(sql: string): Slot {
    this.facts ??= this.#statement.level(emptyTable(""), null);
    return this.facts.column(this.facts.own, sql);
  }

  #takeRows(): Level {
    const level = this.#statement.level(emptyTable(""), null);
    const after = this.#beyond("<");
    const take = this.#statement.parameters.take(this.#page.take);
    level.order = keys.map((sql) => `r.${slotName(level.column(level.own, sql))} desc`).join(", ");
    const matching = `${this.#matching()} t${after === null ? "" : ` where ${after}`}`;
    level.rows = (columns) =>
      `(select * from (select ${columns} from ${matching} order by ${order} limit ${maxPageSize + 1}) r limit ${take} + 1)`;
    return level;
  }

  #beyond(operator: "<" | ">="): string | null {
    const { after } = this.#page;
    if (after === null) return null;
    const { parameters } = this.#statement;
    const position = [
      parameters.value(after.rank, "integer"),
      parameters.value(after.indexedAt, "instant"),
      parameters.value(after.uri, "string")
    ];
    return `(${keys.join(", ")}) ${operator} (${position.join(", ")})`;
  }

  /** The rows of all collections that satisfy the search. A count needs no ranks. */
  #matching(rank?: string): string {
    const { parameters } = this.#statement;
    const { needles } = this.#page;
    const found = this.#page.collections.flatMap((nsid) => {
      const paths = rootPaths(this.#statement.stored(nsid)) ?? [];
      if (paths.length === 0) return [];
      const table = this.#statement.table(nsid);
      const ranked = rank ?? rankSql(paths, needles, parameters);
      const rows = rowsSql(table, [recordSearchSql(table, paths, needles, parameters)]);
      return [`select t.uri, t.indexed_at, ${ranked} as rank from ${rows}`];
    });
    const none = `select '' collate "C" as uri, 0::bigint as indexed_at, 0 as rank where false`;
    return `(${found.length === 0 ? none : found.join(" union all ")})`;
  }
}
