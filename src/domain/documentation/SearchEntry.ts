/** A page of the documentation in the search index, as `/docs/search-index` returns it. */
export interface SearchEntry {
  readonly path: string;
  readonly title: string;
  readonly section: string;
  /** The headings of the page, each with its anchor and the text below it. The first is the title, with an empty anchor. */
  readonly parts: ReadonlyArray<readonly [anchor: string, heading: string, text: string]>;
}
