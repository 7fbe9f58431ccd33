import * as Schema from "effect/Schema";
import { Client } from "pg";
import { tableName } from "../../../src/adapters/postgres/record/sql/sqlNames.ts";
import { fields } from "./collections.ts";
import { describeRecord } from "./expectedRecords.ts";

const Text = Schema.NullOr(Schema.String);
const Page = Schema.Struct({
  data: Schema.Struct({
    page: Schema.Struct({
      totalCount: Schema.Int,
      nodes: Schema.Array(Schema.Struct({ uri: Schema.String, cid: Schema.String, actorHandle: Text, text: Text })),
      pageInfo: Schema.Struct({ hasNextPage: Schema.Boolean, endCursor: Text })
    })
  })
});
const decodePage = Schema.decodeUnknownSync(Schema.parseJson(Page));

const textField: Readonly<Record<string, string>> = {
  xyzStatusphereStatus: "status",
  appNeutralActorProfile: "displayName"
};

const query = (field: string): string => `query ($after: String) {
  page: ${field}(first: 1000, after: $after, sortBy: [{ field: uri, direction: ASC }]) {
    totalCount nodes { uri cid actorHandle text: ${textField[field]} } pageInfo { hasNextPage endCursor }
  }
}`;

/** Asks GraphQL without a login, and returns the text of the answer. */
export const askGraphql = async (
  service: string,
  document: string,
  variables: Readonly<Record<string, unknown>> = {}
): Promise<string> => {
  const response = await fetch(`${service}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ query: document, variables })
  });
  return response.text();
};

const pagesOf = async (service: string, field: string): Promise<ReadonlyArray<string>> => {
  const all: Array<string> = [];
  for (let after: string | null = null, more = true; more; ) {
    const { page }: (typeof Page.Type)["data"] = decodePage(await askGraphql(service, query(field), { after })).data;
    for (const { actorHandle, cid, text, uri } of page.nodes)
      all.push(describeRecord(uri, cid, String(actorHandle), text));
    more = page.pageInfo.hasNextPage;
    after = page.pageInfo.endCursor;
    // Pages that are not of one moment may differ from the count; a later reading then has to agree.
    if (!more && all.length !== page.totalCount) all.push(`${field} counts ${page.totalCount} of ${all.length}`);
  }
  return all;
};

/** Every record that GraphQL answers. */
export const indexedRecords = async (service: string): Promise<ReadonlyArray<string>> => {
  const pages = await Promise.all(fields.map(([, field]) => pagesOf(service, field)));
  return pages.flat().toSorted();
};

/** The address and the CID of every row of the index. */
export const indexedRows = async (databaseUrl: string): Promise<ReadonlyArray<string>> => {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const tables = fields.map(([collection]) => `select uri, cid from tidemark_records."${tableName(collection)}"`);
    const { rows } = await client.query<{ uri: string; cid: string }>(tables.join(" union all "));
    return rows.map(({ cid, uri }) => `${uri} ${cid}`).toSorted();
  } finally {
    await client.end();
  }
};
