import { drawDistinct } from "../rounds/drawDistinct.ts";
import { type DataSet, languages, plainWords } from "./dataSet.ts";
import type { Query, Range } from "./queries.ts";

/** Whether each request differs from all concurrent ones, or many are equal. */
export type Form = "unique" | "shared";

/** A request before it is written for an API: its variables, and the post after which its page begins. */
export interface DrawnRequest {
  readonly variables: Readonly<Record<string, string | number>>;
  readonly after: string | null;
}

/** How many different requests are drawn. */
export interface Draw {
  readonly pool: number;
  readonly seed: number;
}

const first = 20;

/** The post behind which a share of all posts follows, from the latest one on. */
const postAt = ({ posts }: DataSet, place: number): string => posts.at(Math.floor((1 - place) * posts.length) - 1).uri;

const postsIn = ({ posts }: DataSet, [from, to]: Range, { pool, seed }: Draw): ReadonlyArray<string> => {
  const start = Math.floor((1 - to) * posts.length);
  const end = Math.floor((1 - from) * posts.length);
  return drawDistinct(end - start, pool, seed).map((at) => posts.at(start + at).uri);
};

const authors = ({ profiles }: DataSet, { pool, seed }: Draw): ReadonlyArray<string> =>
  drawDistinct(profiles.length, pool, seed).map((at) => profiles.at(at).did);

const wordsSearched = 4;

/** Different words for each number, so that as many posts have all of them for one number as for another. */
const wordsFor = (number: number): string => {
  const left = [...plainWords];
  let rest = number;
  return Array.from({ length: wordsSearched }, () => {
    const [word = ""] = left.splice(rest % left.length, 1);
    rest = Math.floor(rest / (left.length + 1));
    return word;
  }).join(" ");
};

const searches = ({ pool, seed }: Draw): ReadonlyArray<string> =>
  drawDistinct(plainWords.length ** wordsSearched, pool, seed).map(wordsFor);

const languageAt = (at: number): string => languages[at % languages.length] ?? "";

const unique = (query: Query, data: DataSet, draw: Draw): ReadonlyArray<DrawnRequest> => {
  if (query.filter === "words") return searches(draw).map((words) => ({ variables: { first, words }, after: null }));
  if (query.places === null) return authors(data, draw).map((did) => ({ variables: { first, did }, after: null }));
  return postsIn(data, query.places, draw).map((after, at) => ({
    variables: query.filter === "lang" ? { first, lang: languageAt(at) } : { first },
    after
  }));
};

const shared = ({ filter, sharedPlace }: Query, data: DataSet): ReadonlyArray<DrawnRequest> => {
  const after = sharedPlace === null ? null : postAt(data, sharedPlace);
  if (filter === "lang") return languages.map((lang) => ({ variables: { first, lang }, after }));
  if (filter === "words") return [{ variables: { first, words: wordsFor(0) }, after }];
  return [{ variables: filter === "did" ? { first, did: data.profiles.at(0).did } : { first }, after }];
};

/**
 * Draws the requests of a query in a form. Unique ones differ in the place of the page, the filter or the author, and none
 * is drawn twice; as they are sent in turn, equal ones are a whole pool apart.
 */
export const drawRequests = (query: Query, form: Form, data: DataSet, draw: Draw): ReadonlyArray<DrawnRequest> =>
  form === "unique" ? unique(query, data, draw) : shared(query, data);
