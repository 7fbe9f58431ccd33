import { languages } from "./dataSet.ts";

/** The body of a request. */
export interface GraphqlBody {
  readonly query: string;
  readonly variables: Readonly<Record<string, string | number>>;
}

/** One query for both APIs: the same fields in the same order, with the same variables. */
export interface Query {
  readonly name: string;
  readonly title: string;
  readonly ours: string;
  readonly peer: string;
  /** The variables, which differ between requests. */
  readonly variables: ReadonlyArray<GraphqlBody["variables"]>;
  /** Documents that find the cursor of the post `$uri`, where a page begins: after that share of all posts. */
  readonly after?: { readonly ours: string; readonly peer: string; readonly depths: ReadonlyArray<number> };
}

const post = "uri cid did indexedAt text lang createdAt";
const edges = `edges { cursor node { ${post} } } pageInfo { hasNextPage endCursor }`;
const latest = "orderBy: [INDEXED_AT_DESC, URI_DESC]";
const inEachLanguage = languages.map((lang) => ({ first: 20, lang }));

const behindCursor = {
  ours: `query ($first: Int, $after: String) { appExamplePost(first: $first, after: $after) { ${edges} } }`,
  peer: `query ($first: Int, $after: Cursor) { allPosts(first: $first, after: $after, ${latest}) { ${edges} } }`,
  variables: [{ first: 20 }]
};

const cursorAt = {
  ours: "query ($uri: String) { appExamplePost(first: 1, where: {uri: {eq: $uri}}) { edges { cursor } } }",
  peer: `query ($uri: String) { allPosts(first: 1, condition: {uri: $uri}, ${latest}) { edges { cursor } } }`
};

/** So many that no two concurrent requests are equal. */
const places = Array.from({ length: 199 }, (_, at) => (at + 1) / 200);

export const queries: ReadonlyArray<Query> = [
  {
    name: "flat",
    title: "page of 20, the same for all",
    ours: `query ($first: Int) { appExamplePost(first: $first) { ${edges} } }`,
    peer: `query ($first: Int) { allPosts(first: $first, ${latest}) { ${edges} } }`,
    variables: [{ first: 20 }]
  },
  {
    name: "places",
    title: "… each from another place",
    ...behindCursor,
    after: { ...cursorAt, depths: places }
  },
  {
    name: "filter",
    title: "… filtered and sorted by properties",
    ours: `query ($first: Int, $lang: String) {
      appExamplePost(first: $first, where: {lang: {eq: $lang}}, sortBy: [{field: createdAt, direction: DESC}]) { ${edges} }
    }`,
    peer: `query ($first: Int, $lang: String) {
      allPosts(first: $first, condition: {lang: $lang}, orderBy: [CREATED_AT_DESC, URI_DESC]) { ${edges} }
    }`,
    variables: inEachLanguage
  },
  {
    name: "count",
    title: "… filtered, with totalCount",
    ours: `query ($first: Int, $lang: String) {
      appExamplePost(first: $first, where: {lang: {eq: $lang}}) { totalCount ${edges} }
    }`,
    peer: `query ($first: Int, $lang: String) {
      allPosts(first: $first, condition: {lang: $lang}, ${latest}) { totalCount ${edges} }
    }`,
    variables: inEachLanguage
  },
  {
    name: "nested",
    title: "… with profiles and their 5 latest posts",
    ours: `query ($first: Int) {
      appExamplePost(first: $first) { edges { node { ${post} appExampleProfileByDid {
        displayName description appExamplePostByDid(first: 5) { nodes { uri text createdAt } }
      } } } }
    }`,
    peer: `query ($first: Int) {
      allPosts(first: $first, ${latest}) { edges { node { ${post} profileByDid {
        displayName description postsByDid(first: 5, ${latest}) { nodes { uri text createdAt } }
      } } } }
    }`,
    variables: [{ first: 20 }]
  },
  {
    name: "deep",
    title: "… behind 90 % of all posts",
    ...behindCursor,
    after: { ...cursorAt, depths: [0.9] }
  },
  {
    name: "reverse",
    title: "… with the number of likes and 3 of them",
    ours: `query ($first: Int) {
      appExamplePost(first: $first) { edges { node { ${post} appExampleLikeViaSubject(first: 3) {
        totalCount nodes { uri did createdAt }
      } } } }
    }`,
    peer: `query ($first: Int) {
      allPosts(first: $first, ${latest}) { edges { node { ${post} likesBySubject(first: 3, ${latest}) {
        totalCount nodes { uri did createdAt }
      } } } }
    }`,
    variables: [{ first: 20 }]
  }
];
