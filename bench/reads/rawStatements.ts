/** A row of a page: the columns of a post, and then what the query reads beside it. */
export type Row = ReadonlyArray<string | null>;

/** A query as one would write it by hand: a prepared statement for its first page, and one for pages behind a cursor. */
export interface RawQuery {
  readonly first: string;
  readonly behind: string;
  /** The column of the post that pages are sorted by, as it stands in cursors. */
  readonly sort: "indexed_at" | "created_at";
  /** The variable that is the first parameter. */
  readonly filter: "lang" | "did" | "words" | null;
  /** The statement that counts without a page, for a page without rows; null without `totalCount`. */
  readonly total: string | null;
  /** Whether the document selects cursors and `pageInfo`. */
  readonly hasCursors: boolean;
  /** Writes what the node has after its own fields. */
  readonly more: (row: Row) => string;
}

/** The names of the tables in SQL. */
export interface Tables {
  readonly posts: string;
  readonly profiles: string;
  readonly likes: string;
}

const post = `t.uri, t.cid, t.did, t.indexed_at::text, t."s_text", t."s_lang", t."d_createdAt", t."t_createdAt"::text`;

/** The number of columns of a post. */
const own = 8;

interface Page {
  /** The posts, as `t`, and what is joined. */
  readonly from: string;
  readonly more?: string;
  /** A condition over the first parameter. */
  readonly filter?: string;
  readonly sort?: string;
  readonly order?: string;
  readonly limit?: number;
}

/** Both statements of a page; the place of a cursor is in the last two parameters. One row more tells whether there is a next page. */
const pages = ({ from, more = "", filter, sort = "t.indexed_at", order = `${sort} desc`, limit = 21 }: Page) => {
  const statement = (...conditions: ReadonlyArray<string>) =>
    `select ${post}${more} from ${from} ${conditions.length > 0 ? `where ${conditions.join(" and ")}` : ""}
     order by ${order}, t.uri desc limit ${limit}`;
  const filters = filter === undefined ? [] : [filter];
  const at = filters.length;
  return {
    first: statement(...filters),
    behind: statement(...filters, `(${sort}, t.uri) < ($${at + 1}::bigint, $${at + 2}::text)`)
  };
};

/** A list of objects as JSON text, from rows that are sorted already. */
const listOf = (members: Readonly<Record<string, string>>, rows: string): string => {
  const written = Object.entries(members).map(([name, column]) => `'"${name}":' || to_json(n.${column})`);
  return `(select coalesce(string_agg('{' || ${written.join(" || ',' || ")} || '}', ','), '') from (${rows}) n)`;
};

const latest = "order by indexed_at desc, uri desc limit";

const text = (value: string | null | undefined): string => JSON.stringify(value ?? null);

const profile = (row: Row): string => {
  const [uri, name, description, posts] = row.slice(own);
  if (uri === null) return `,"appExampleProfileByDid":null`;
  const members = `"displayName":${text(name)},"description":${text(description)}`;
  return `,"appExampleProfileByDid":{${members},"appExamplePostByDid":{"nodes":[${posts}]}}`;
};

const likes = (row: Row): string => `,"appExampleLikeViaSubject":{"totalCount":${row[own]},"nodes":[${row[own + 1]}]}`;

const total = (posts: string, filter: string): string => `select count(*)::text from ${posts} c where ${filter}`;

/** The words of a post, as an index of them has them. */
const words = (text: string): string => `to_tsvector('simple', ${text})`;

/** The index that searches by hand use. */
export const rawIndex = (posts: string): string => `create index on ${posts} using gin (${words(`"s_text"`)})`;

/** The queries of the benchmark over the tables of the service. */
export const rawQueries = ({ likes: likeTable, posts, profiles }: Tables): Readonly<Record<string, RawQuery>> => {
  const from = `${posts} t`;
  const page = { sort: "indexed_at", filter: null, total: null, hasCursors: true, more: () => "" } as const;
  const flat: RawQuery = { ...page, ...pages({ from }) };
  const inLanguage = `t."s_lang" = $1`;
  const newest = { sort: `t."t_createdAt"`, order: `t."t_createdAt" desc nulls last` };
  const authored = listOf(
    { uri: "uri", text: `"s_text"`, createdAt: `"d_createdAt"` },
    `select uri, "s_text", "d_createdAt" from ${posts} where did = t.did ${latest} 5`
  );
  const liked = listOf(
    { uri: "uri", did: "did", createdAt: `"d_createdAt"` },
    `select uri, did, "d_createdAt" from ${likeTable} where "r_subject" = t.uri ${latest} 3`
  );
  const nested = pages({
    from: `${from} left join ${profiles} p on p.uri = 'at://' || t.did || '/app.example.profile/self'`,
    more: `, p.uri, p."s_displayName", p."s_description", ${authored}`,
    limit: 20
  });
  const reverse = pages({
    from,
    more: `, (select count(*) from ${likeTable} where "r_subject" = t.uri)::text, ${liked}`,
    limit: 20
  });
  const ofLanguage = total(posts, `c."s_lang" = $1`);
  const ofAuthor = total(posts, "c.did = $1");
  const count = pages({ from, filter: inLanguage, more: `, (${ofLanguage})` });
  const author = pages({ from, filter: "t.did = $1", more: `, (${ofAuthor})` });
  const searched = `${words(`t."s_text"`)} @@ plainto_tsquery('simple', $1)`;
  return {
    flat,
    search: { ...page, ...pages({ from, filter: searched }), filter: "words" },
    deep: flat,
    filter: { ...page, ...pages({ from, filter: inLanguage, ...newest }), sort: "created_at", filter: "lang" },
    count: { ...page, ...count, filter: "lang", total: ofLanguage },
    author: { ...page, ...author, filter: "did", total: ofAuthor },
    nested: { ...page, ...nested, hasCursors: false, more: profile },
    reverse: { ...page, ...reverse, hasCursors: false, more: likes }
  };
};
