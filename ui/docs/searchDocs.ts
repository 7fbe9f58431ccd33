import type { SearchEntry } from "../../src/domain/documentation/SearchEntry.ts";

/** A heading that a search found. */
export interface Found {
  readonly href: string;
  readonly page: string;
  /** Null if the page itself was found. */
  readonly heading: string | null;
  readonly section: string;
  /** A part of the text around the first word that was found. */
  readonly excerpt: string;
}

const between = /[^\p{L}\p{N}_]+/u;

/** Splits text into words, in lower case. */
export const wordsOf = (text: string): ReadonlyArray<string> => text.toLowerCase().split(between).filter(Boolean);

/** What a word of the query is worth in one text: as a word, as the start of a word, and inside a word. */
type Worth = readonly [whole: number, start: number, inside: number];

const inTitle: Worth = [60, 40, 12];
const inHeading: Worth = [50, 32, 12];
const inText: Worth = [8, 5, 2];

const worthIn = (word: string, text: string, [whole, start, inside]: Worth): number => {
  const lower = text.toLowerCase();
  if (!lower.includes(word)) return 0;
  const words = wordsOf(text);
  if (words.includes(word)) return whole;
  if (words.some((each) => each.startsWith(word))) return start;
  return word.length < 3 ? 0 : inside;
};

/** The score of a part; 0 unless it contains every word of the query. */
const score = (query: ReadonlyArray<string>, title: string, heading: string, text: string, isPage: boolean): number => {
  let sum = 0;
  for (const word of query) {
    const ofTitle = worthIn(word, title, inTitle);
    // Below another heading, the title of the page says less.
    const worth = (isPage ? ofTitle : ofTitle / 4) + worthIn(word, heading, inHeading) + worthIn(word, text, inText);
    if (worth === 0) return 0;
    sum += worth;
  }
  return sum + (heading.toLowerCase().includes(query.join(" ")) ? 20 : 0);
};

const excerptOf = (text: string, query: ReadonlyArray<string>): string => {
  const lower = text.toLowerCase();
  const places = query.map((word) => lower.indexOf(word)).filter((place) => place >= 0);
  const first = places.length === 0 ? 0 : Math.min(...places);
  const start = first < 60 ? 0 : text.indexOf(" ", first - 60) + 1;
  const end = text.length <= start + 160 ? text.length : text.lastIndexOf(" ", start + 160);
  return `${start > 0 ? "… " : ""}${text.slice(start, end)}${end < text.length ? " …" : ""}`;
};

const perPage = 3;

/** Finds the headings that contain every word of a query, best first: at most three of each page, and `limit` in all. */
export const searchDocs = (index: ReadonlyArray<SearchEntry>, text: string, limit = 12): ReadonlyArray<Found> => {
  const query = wordsOf(text);
  if (query.length === 0) return [];
  const found = index.flatMap(({ parts, path, section, title }) =>
    parts
      .map(([anchor, heading, body]) => {
        const isPage = anchor === "";
        return {
          href: isPage ? path : `${path}#${anchor}`,
          page: title,
          heading: isPage ? null : heading,
          section,
          excerpt: excerptOf(body, query),
          score: score(query, title, isPage ? "" : heading, body, isPage)
        };
      })
      .filter((each) => each.score > 0)
      .toSorted((left, right) => right.score - left.score)
      .slice(0, perPage)
  );
  return found
    .toSorted((left, right) => right.score - left.score)
    .slice(0, limit)
    .map(({ score: _, ...each }) => each);
};
