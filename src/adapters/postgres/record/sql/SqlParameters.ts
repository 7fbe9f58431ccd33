import { foldCase } from "../../../../domain/record/query/foldCase.ts";
import type { OperandType } from "../../../../domain/record/query/OperandType.ts";
import type { Parameter, ParameterValue } from "../../../../domain/record/query/RecordQuery.ts";
import {
  countBoundParameter,
  listParameter,
  pageSizeParameter,
  scalarParameter,
  textParameter,
  textsParameter
} from "../../../../domain/record/query/readParameter.ts";
import type { Scalar } from "../../../../domain/record/value/scalarValue.ts";
import { searchWords } from "../../../../domain/search/matchesSearch.ts";
import { isPhrase, type Needle } from "../../../../domain/search/parseSearch.ts";
import { toStoredText } from "./storedText.ts";

type Parameters = ReadonlyArray<ParameterValue>;
type Bound = Scalar | ReadonlyArray<Scalar>;
type Bind = (parameters: Parameters, parameter: Parameter) => Bound;

const sqlTypes: Readonly<Record<OperandType, string>> = {
  string: "text",
  instant: "bigint",
  integer: "bigint",
  boolean: "boolean",
  link: "text",
  bytes: "text"
};

/** Larger than any instant and any integer of a record, and within `bigint`. */
const limit = 2 ** 62;

const stored = (value: Scalar): Scalar => {
  if (typeof value === "number") return Math.max(-limit, Math.min(limit, value));
  return typeof value === "string" ? toStoredText(value) : value;
};

const one: Bind = (parameters, parameter) => stored(scalarParameter(parameters, parameter));
const many: Bind = (parameters, parameter) => listParameter(parameters, parameter).map(stored);
const folded: Bind = (parameters, parameter) => toStoredText(foldCase(textParameter(parameters, parameter)));

const escapePattern = (text: string): string => text.replaceAll(/[\\%_]/g, "\\$&");
const quoteWord = (word: string): string => `'${word.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;

const patternsOf = (needles: ReadonlyArray<Needle>): ReadonlyArray<string> =>
  needles.map((needle) => `%${escapePattern(needle)}%`);

const needlePatterns: Bind = (parameters, parameter) => patternsOf(textsParameter(parameters, parameter));

const phrasePatterns: Bind = (parameters, parameter) =>
  patternsOf(textsParameter(parameters, parameter).filter(isPhrase));

const completeWords: Bind = (parameters, parameter) => searchWords(textsParameter(parameters, parameter)).complete;

const beginningPatterns: Bind = (parameters, parameter) => {
  const { beginning } = searchWords(textsParameter(parameters, parameter));
  return beginning === null ? [] : [`${escapePattern(beginning)}%`];
};

const wordsQuery: Bind = (parameters, parameter) => {
  const { beginning, complete } = searchWords(textsParameter(parameters, parameter));
  return [...complete.map(quoteWord), ...(beginning === null ? [] : [`${quoteWord(beginning)}:*`])].join(" & ");
};

/** A placeholder without its number. SQL cannot contain the character U+0000, so nothing else looks like one. */
const placeholder = /\0(\d+)\0/g;

/** The parameters of a statement. Each is a parameter of the query in one SQL type. */
export class SqlParameters {
  readonly #binds = new Map<string, (parameters: Parameters) => Bound>();
  #used: ReadonlyArray<(parameters: Parameters) => Bound> = [];

  /** Adds a value that is compared with operands of a type, and returns its placeholder. */
  value(parameter: Parameter, type: OperandType): string {
    return this.#add(parameter, sqlTypes[type], one);
  }

  /** Adds a list of such values. */
  values(parameter: Parameter, type: OperandType): string {
    return this.#add(parameter, `${sqlTypes[type]}[]`, many);
  }

  /** Adds a text that is searched for in case-folded texts. */
  folded(parameter: Parameter): string {
    return this.#add(parameter, "text", folded, "folded");
  }

  /** Adds rows that are written from a list of texts. They are sent as JSON. */
  rows(parameter: Parameter, written: (texts: ReadonlyArray<Scalar>) => string): string {
    return this.#add(parameter, "json", (parameters) => written(listParameter(parameters, parameter)));
  }

  /** Adds the needles of a search as patterns, all of which must match. */
  needlePatterns(parameter: Parameter): string {
    return this.#add(parameter, "text[]", needlePatterns, "needles");
  }

  /** Adds the needles of a search that are several words, as patterns. */
  phrasePatterns(parameter: Parameter): string {
    return this.#add(parameter, "text[]", phrasePatterns, "phrases");
  }

  /** Adds the words of a search that must occur. */
  completeWords(parameter: Parameter): string {
    return this.#add(parameter, "text[]", completeWords, "words");
  }

  /** Adds the beginning of a word that is searched for, as a list of at most one pattern. */
  beginningPatterns(parameter: Parameter): string {
    return this.#add(parameter, "text[]", beginningPatterns, "beginning");
  }

  /** Adds the words of a search, and the beginning of one, as what an index of words is searched for. */
  wordsQuery(parameter: Parameter): string {
    return this.#add(parameter, "tsquery", wordsQuery);
  }

  /** Adds the number of rows of a page. */
  take(parameter: Parameter): string {
    return this.#add(parameter, "integer", pageSizeParameter);
  }

  /** Adds the bound of a count. */
  bound(parameter: Parameter): string {
    return this.#add(parameter, "integer", countBoundParameter, "bound");
  }

  /**
   * Returns the finished text of the statement with numbers in its placeholders. Only the parameters that it uses get one,
   * because PostgreSQL refuses a parameter without a type.
   */
  number(text: string): string {
    const occurring = new Set(Array.from(text.matchAll(placeholder), ([, at]) => Number(at)));
    const numbers = new Map([...occurring].sort((a, b) => a - b).map((at, before) => [at, before + 1]));
    this.#used = Array.from(this.#binds.values()).filter((_, at) => numbers.has(at));
    return text.replaceAll(placeholder, (_, at) => `$${numbers.get(Number(at))}`);
  }

  /** Returns the values to send with the numbered statement for the parameters of one query. */
  bind(parameters: Parameters): ReadonlyArray<Bound> {
    const bound: Array<Bound> = [];
    for (const bind of this.#used) bound.push(bind(parameters));
    return bound;
  }

  #add(parameter: Parameter, type: string, bind: Bind, form = type): string {
    const key = `${parameter.index} ${form}`;
    if (!this.#binds.has(key)) this.#binds.set(key, (parameters) => bind(parameters, parameter));
    return `\0${Array.from(this.#binds.keys()).indexOf(key)}\0::${type}`;
  }
}
