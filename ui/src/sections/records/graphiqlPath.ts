import { typeName } from "../../../../src/domain/api/apiName.ts";

/** The address of the page GraphiQL with a query for a record. */
export const graphiqlPath = (uri: string, collection: string): string => {
  const query = `{
  record(uri: ${JSON.stringify(uri)}) {
    ... on ${typeName(collection)} {
      uri
      cid
      actorHandle
      indexedAt
      value
    }
  }
}
`;
  return `/graphiql?query=${encodeURIComponent(query)}`;
};
