const given = new URLSearchParams(location.search);

/** Whether the settings show this page in their frame. */
export const isFramed = window.parent !== window;

/** The query and the variables that the address of the page names; null without a query. Nothing in it is run. */
export const linked = given.has("query")
  ? { query: given.get("query") ?? "", variables: given.get("variables") ?? "" }
  : null;

/** The account of the admin in whose settings the page is shown; it is suggested for the login. */
export const suggestedAccount = isFramed ? given.get("account") : null;

/** The address that opens GraphiQL with a query, for everyone. */
export const linkTo = ({ query, variables }) => {
  const url = new URL("/graphiql", location.origin);
  url.searchParams.set("query", query);
  if (variables.trim() !== "" && variables.trim() !== "{}") url.searchParams.set("variables", variables);
  return url.href;
};

/** Removes the query from the address once it is in the editor, so that a reload keeps later edits. */
export const forgetLink = () => {
  const url = new URL(location.href);
  for (const name of ["query", "variables"]) url.searchParams.delete(name);
  history.replaceState(null, "", url);
};
