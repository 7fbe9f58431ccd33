/** The body of a request. */
export interface GraphqlBody {
  readonly query: string;
  readonly variables: Readonly<Record<string, string | number>>;
}

/** Documents that find the cursor of the post `$uri` in a sort order. */
export interface CursorLookup {
  readonly ours: string;
  readonly peer: string;
}

/** A part of all posts in the order of pages, from 0 (the latest) to 1 (the first). */
export type Range = readonly [from: number, to: number];

/** One query for both APIs: the same fields in the same order, with the same variables. */
export interface Query {
  readonly name: string;
  readonly title: string;
  readonly ours: string;
  readonly peer: string;
  /** The variable by whose values it filters. */
  readonly filter: "lang" | "did" | "words" | null;
  readonly lookup: CursorLookup;
  /** Where pages begin when each request is different; null if the filter alone tells requests apart. */
  readonly places: Range | null;
  /** Where pages begin when many requests are equal; null for at the start. */
  readonly sharedPlace: number | null;
}

const post = "uri cid did indexedAt text lang createdAt";
const edges = `edges { cursor node { ${post} } } pageInfo { hasNextPage endCursor }`;
const latest = "orderBy: [INDEXED_AT_DESC, URI_DESC]";
const newest = "orderBy: [CREATED_AT_DESC, URI_DESC]";
const byCreatedAt = "sortBy: [{field: createdAt, direction: DESC}]";

const inOrderOfIndexing: CursorLookup = {
  ours: "query ($uri: String) { appExamplePost(first: 1, where: {uri: {eq: $uri}}) { edges { cursor } } }",
  peer: `query ($uri: String) { allPosts(first: 1, condition: {uri: $uri}, ${latest}) { edges { cursor } } }`
};

const inOrderOfCreation: CursorLookup = {
  ours: `query ($uri: String) {
    appExamplePost(first: 1, where: {uri: {eq: $uri}}, ${byCreatedAt}) { edges { cursor } }
  }`,
  peer: `query ($uri: String) { allPosts(first: 1, condition: {uri: $uri}, ${newest}) { edges { cursor } } }`
};

const fromAnyPlace = { lookup: inOrderOfIndexing, places: [0, 0.9], sharedPlace: null } as const;

const flat = {
  ours: `query ($first: Int, $after: String) { appExamplePost(first: $first, after: $after) { ${edges} } }`,
  peer: `query ($first: Int, $after: Cursor) { allPosts(first: $first, after: $after, ${latest}) { ${edges} } }`,
  filter: null
};

export const queries: ReadonlyArray<Query> = [
  { name: "flat", title: "page of 20", ...flat, ...fromAnyPlace },
  {
    name: "filter",
    title: "… filtered and sorted by properties",
    ours: `query ($first: Int, $after: String, $lang: String) {
      appExamplePost(first: $first, after: $after, where: {lang: {eq: $lang}}, ${byCreatedAt}) { ${edges} }
    }`,
    peer: `query ($first: Int, $after: Cursor, $lang: String) {
      allPosts(first: $first, after: $after, condition: {lang: $lang}, ${newest}) { ${edges} }
    }`,
    filter: "lang",
    ...fromAnyPlace,
    lookup: inOrderOfCreation
  },
  {
    name: "count",
    title: "… filtered, with totalCount",
    ours: `query ($first: Int, $after: String, $lang: String) {
      appExamplePost(first: $first, after: $after, where: {lang: {eq: $lang}}) { totalCount ${edges} }
    }`,
    peer: `query ($first: Int, $after: Cursor, $lang: String) {
      allPosts(first: $first, after: $after, condition: {lang: $lang}, ${latest}) { totalCount ${edges} }
    }`,
    filter: "lang",
    ...fromAnyPlace
  },
  {
    name: "author",
    title: "… of one author, with totalCount",
    ours: `query ($first: Int, $did: String) {
      appExamplePost(first: $first, where: {did: {eq: $did}}) { totalCount ${edges} }
    }`,
    peer: `query ($first: Int, $did: String) {
      allPosts(first: $first, condition: {did: $did}, ${latest}) { totalCount ${edges} }
    }`,
    filter: "did",
    lookup: inOrderOfIndexing,
    places: null,
    sharedPlace: null
  },
  {
    name: "search",
    title: "… whose text has four words",
    ours: `query ($first: Int, $words: String) {
      appExamplePost(first: $first, where: {text: {search: $words}}) { ${edges} }
    }`,
    peer: `query ($first: Int, $words: String) { searchPosts(words: $words, first: $first) { ${edges} } }`,
    filter: "words",
    lookup: inOrderOfIndexing,
    places: null,
    sharedPlace: null
  },
  {
    name: "nested",
    title: "… with profiles and their 5 latest posts",
    ours: `query ($first: Int, $after: String) {
      appExamplePost(first: $first, after: $after) { edges { node { ${post} appExampleProfileByDid {
        displayName description appExamplePostByDid(first: 5) { nodes { uri text createdAt } }
      } } } }
    }`,
    peer: `query ($first: Int, $after: Cursor) {
      allPosts(first: $first, after: $after, ${latest}) { edges { node { ${post} profileByDid {
        displayName description postsByDid(first: 5, ${latest}) { nodes { uri text createdAt } }
      } } } }
    }`,
    filter: null,
    ...fromAnyPlace
  },
  {
    name: "deep",
    title: "… behind 90 % of all posts",
    ...flat,
    lookup: inOrderOfIndexing,
    places: [0.89, 0.91],
    sharedPlace: 0.9
  },
  {
    name: "reverse",
    title: "… with the number of likes and 3 of them",
    ours: `query ($first: Int, $after: String) {
      appExamplePost(first: $first, after: $after) { edges { node { ${post} appExampleLikeViaSubject(first: 3) {
        totalCount nodes { uri did createdAt }
      } } } }
    }`,
    peer: `query ($first: Int, $after: Cursor) {
      allPosts(first: $first, after: $after, ${latest}) { edges { node { ${post} likesBySubject(first: 3, ${latest}) {
        totalCount nodes { uri did createdAt }
      } } } }
    }`,
    filter: null,
    ...fromAnyPlace
  }
];
