import { useState } from "react";
import { PageHeader } from "../../components/PageHeader.tsx";
import { useRouteLocation } from "../../router/routeLocation.ts";
import { useSession } from "../../session/useSession.ts";
import "./graphiql.css";

/** The address of GraphiQL with the query of the page, and the admin's account as a suggestion for the login. */
const addressFor = (search: URLSearchParams, account: string | null): string => {
  const parameters = new URLSearchParams();
  for (const name of ["query", "variables"]) {
    const value = search.get(name);
    if (value !== null) parameters.set(name, value);
  }
  if (account !== null) parameters.set("account", account);
  return parameters.size === 0 ? "/graphiql" : `/graphiql?${parameters}`;
};

/** GraphiQL, as the page `/graphiql` serves it, in the frame of the settings. */
export const GraphiqlPage = () => {
  const { search } = useRouteLocation();
  const { did, handle } = useSession();
  const [address] = useState(() => addressFor(search, handle ?? did));
  return (
    <div className="graphiql">
      <PageHeader title="GraphiQL">Queries to the public API of this instance, run as you or as nobody.</PageHeader>
      <iframe title="GraphiQL editor" src={address} allow="clipboard-write" />
    </div>
  );
};
