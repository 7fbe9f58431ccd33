/** A request of GraphQL over HTTP. */
export const graphqlBody = (
  query: string,
  variables: object | undefined,
  signal: AbortSignal | undefined
): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ query, variables }),
  signal: signal ?? null
});
