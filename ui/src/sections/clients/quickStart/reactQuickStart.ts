import { literal, publicDocument, type QuickStart, type QuickStartClient, redirectUriOf } from "./QuickStart.ts";

const install = (server: string): string => `npm create vite@latest my-app -- --template react
cd my-app
npm install ${server}/sdk.tgz`;

const signIn = (server: string, client: QuickStartClient): string => `import { createRoot } from "react-dom/client";
import { createClient } from "tidemark-sdk";
import { TidemarkProvider, useQuery, useSession } from "tidemark-sdk/react";

const client = createClient({
  server: ${literal(server)},
  clientId: ${literal(client.clientId)},
  redirectUri: ${literal(redirectUriOf(client))}
});

const Greeting = () => {
  const { data } = useQuery("{ viewer { did handle } }");
  return <p>{data === undefined ? "Loading…" : \`Hello \${data.viewer.handle ?? data.viewer.did}\`}</p>;
};

const App = () => {
  const session = useSession();
  if (session.status === "loading") return <p>Loading…</p>;
  if (session.status === "loggedIn") return <Greeting />;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        session.login({ handle: event.currentTarget.handle.value });
      }}
    >
      <label>Your handle <input name="handle" required /></label>
      <button>Sign in</button>
      {session.status === "failed" && <p>{session.error.message}</p>}
    </form>
  );
};

createRoot(document.getElementById("root")).render(
  <TidemarkProvider client={client}>
    <App />
  </TidemarkProvider>
);
`;

const read = (server: string): string => `import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { publicQuery } from "tidemark-sdk";

const query = publicQuery(${literal(server)});

const App = () => {
  const [fields, setFields] = useState([]);
  useEffect(() => {
    query("${publicDocument}").then(({ __schema }) => setFields(__schema.queryType.fields));
  }, []);
  return (
    <ul>
      {fields.map(({ name }) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  );
};

createRoot(document.getElementById("root")).render(<App />);
`;

/** Returns a React app for the redirect URI of a client. */
export const reactQuickStart = (server: string, client: QuickStartClient): QuickStart => ({
  note:
    client.clientType === "PUBLIC"
      ? null
      : "A browser cannot keep a secret, so this app reads what is public. To sign users in from a browser, register a public client.",
  install: install(server),
  file: "src/main.jsx",
  code: client.clientType === "PUBLIC" ? signIn(server, client) : read(server),
  run: "npm run dev"
});
