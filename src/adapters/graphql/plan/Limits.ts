/** What a document may ask at most. */
export interface Limits {
  /** UTF-8 bytes of the document. */
  readonly documentBytes: number;
  /** Names, numbers, strings and signs in the document. */
  readonly tokens: number;
  /** Those of them that are in parentheses: arguments and variable definitions. Each costs more than one of a selection. */
  readonly argumentTokens: number;
  /** Brackets within brackets, of any kind, in the document; objects and lists within each other in the variables. */
  readonly nesting: number;
  /** Operations and fragments of the document. */
  readonly definitions: number;
  /** Variables of an operation. */
  readonly variables: number;
  /** How often an operation may ask one object for a field under one name, fragments included. */
  readonly repeats: number;
  /** Fields that validation compares with each other, as `checkComparisons` estimates it for the whole document. */
  readonly comparisons: number;
  /** Objects and entries of lists in the variables of a mutation, and of a query. */
  readonly objects: number;
  readonly queryObjects: number;
  /** Objects and operators of all `where`, and entries of all `sortBy`; those of a variable count wherever it is used. */
  readonly conditions: number;
  /** Fields within fields. */
  readonly depth: number;
  /** Aliased fields in one selection, fragments included. */
  readonly aliases: number;
  /** Aliased fields of an operation, those of a fragment counted wherever it is spread. */
  readonly allAliases: number;
  /** Roots of an operation that ask for the schema: `__schema` and `__type`. */
  readonly introspections: number;
  /** Fields of an operation, those of a fragment counted wherever it is spread. */
  readonly fields: number;
  /** Records an operation may ask for, as `estimateCost` counts them. */
  readonly nodes: number;
  /** Tables that the statement of an operation may look into; a reference may lead to each collection of the set. */
  readonly tables: number;
  /** What is kept of documents with their compiled forms, one for each shape their variables have: in units of some 14 bytes. */
  readonly cached: number;
  /** How much of that the forms of one operation may take. */
  readonly cachedForms: number;
}

export const defaultLimits: Limits = {
  documentBytes: 100_000,
  tokens: 10_000,
  argumentTokens: 2_500,
  nesting: 100,
  definitions: 250,
  variables: 250,
  repeats: 100,
  comparisons: 20_000,
  objects: 10_000,
  queryObjects: 2_500,
  conditions: 400,
  depth: 15,
  aliases: 30,
  allAliases: 300,
  introspections: 5,
  fields: 2_000,
  nodes: 10_000,
  tables: 4_000,
  cached: 8_000_000,
  cachedForms: 800_000
};

/** Those of the limits that an operator decides. */
interface LimitOptions {
  readonly depth: number;
  readonly aliases: number;
  /** Records an operation may ask for. */
  readonly cost: number;
  readonly documentBytes: number;
}

const bytesPerToken = 40;
/** How many selections of an operation may be full of aliases. */
const aliasedSelections = 10;

/** The limits with those that were chosen; a longer document may have more tokens too. */
export const limitsOf = ({ depth, aliases, cost, documentBytes }: LimitOptions): Limits => ({
  ...defaultLimits,
  depth,
  aliases,
  allAliases: aliases * aliasedSelections,
  nodes: cost,
  documentBytes,
  tokens: Math.max(defaultLimits.tokens, Math.floor(documentBytes / bytesPerToken)),
  argumentTokens: Math.max(defaultLimits.argumentTokens, Math.floor(documentBytes / bytesPerToken))
});
