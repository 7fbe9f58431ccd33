import { setNonce } from "get-nonce";
import { GraphiQL } from "graphiql";
import { createElement } from "react";
import { createRoot } from "react-dom/client";
import "graphiql/style.css";
import "./house.css";

// Menus and dialogs write a stylesheet while they are open; the policy of the page knows it by this.
setNonce(document.currentScript.nonce);

const fetcher = async (request, { headers } = {}) => {
  const answer = await fetch("/graphql", {
    method: "POST",
    headers: {
      accept: "application/graphql-response+json, application/json;q=0.9",
      "content-type": "application/json",
      ...headers
    },
    body: JSON.stringify(request)
  });
  return answer.json();
};

const greeting = `# Queries are for everybody. What needs somebody to be signed in takes an access token in the headers below:
# { "Authorization": "Bearer …" }

{
  viewer {
    did
    handle
  }
}
`;

const mark = createElement("a", { href: "/", className: "graphiql-home" }, "Tidemark");

createRoot(document.getElementById("graphiql")).render(
  createElement(
    GraphiQL,
    { fetcher, defaultQuery: greeting, defaultEditorToolsVisibility: "headers" },
    createElement(GraphiQL.Logo, null, mark)
  )
);
