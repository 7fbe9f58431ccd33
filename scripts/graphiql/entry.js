import { setNonce } from "get-nonce";
import { GraphiQL } from "graphiql";
import { createElement as h, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { createRoot } from "react-dom/client";
import "graphiql/style.css";
import { CopyLink } from "./CopyLink.js";
import { Cost } from "./Cost.js";
import { EditorNames } from "./EditorNames.js";
import { Examples } from "./Examples.js";
import { fetcher } from "./fetcher.js";
import "./house.css";
import { Identity } from "./Identity.js";
import { forgetLink, isFramed, linked } from "./link.js";
import { resume } from "./login.js";
import { persistentStore } from "./stores.js";

// Menus and dialogs write a stylesheet while they are open; the policy of the page knows it by this.
setNonce(document.currentScript.nonce);

const greeting = `# Queries are for everybody: run this one, or choose another from the examples above.
# Mutations, and what concerns the viewer, require that you sign in.

{
  viewer {
    did
    handle
  }
}
`;

const root = document.getElementById("graphiql");
const bar = document.createElement("header");
bar.className = "bar";
root.before(bar);

const themeName = "tidemark.theme";

/** The theme of the settings, which store the user's choice. */
const settingsTheme = () => {
  const chosen = persistentStore.get(themeName);
  return chosen === "light" || chosen === "dark" ? chosen : "system";
};

/** Calls a listener when the user chooses another theme in the settings around the frame. */
const onSettingsTheme = (listener) => {
  const changed = ({ key }) => {
    if (key === themeName || key === null) listener();
  };
  window.addEventListener("storage", changed);
  return () => window.removeEventListener("storage", changed);
};

const Bar = () =>
  createPortal(
    [
      !isFramed && h("a", { key: "home", href: "/", className: "bar-home" }, "Tidemark"),
      h(EditorNames, { key: "names" }),
      h(Identity, { key: "identity" }),
      h("div", { key: "tools", className: "bar-group bar-tools" }, h(Cost), h(Examples), h(CopyLink))
    ],
    bar
  );

const Page = () => {
  const theme = useSyncExternalStore(onSettingsTheme, settingsTheme);
  return h(
    GraphiQL,
    {
      fetcher,
      defaultQuery: greeting,
      ...(linked !== null && { query: linked.query, variables: linked.variables }),
      ...(isFramed && { forcedTheme: theme })
    },
    h(GraphiQL.Logo, null, h(Bar))
  );
};

createRoot(root).render(h(Page));

if (linked !== null) forgetLink();
void resume();
