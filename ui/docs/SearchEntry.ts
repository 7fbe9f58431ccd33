/** A page in the search index, as `/docs/search-index` returns it. */
export interface SearchEntry {
  readonly path: string;
  readonly title: string;
  readonly section: string;
  /** The headings of the page, each with its anchor and the text below it. */
  readonly parts: ReadonlyArray<readonly [anchor: string, heading: string, text: string]>;
}
