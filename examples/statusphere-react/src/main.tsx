import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createClient } from "tidemark-sdk";
import { TidemarkProvider } from "tidemark-sdk/react";
import { App } from "./App.tsx";
import "./style.css";

const { VITE_TIDEMARK_CLIENT_ID: clientId, VITE_TIDEMARK_SERVER: server } = import.meta.env;

/** Created once, outside of components. */
const client = createClient({ server, clientId });

const root = document.getElementById("app");
if (root !== null)
  createRoot(root).render(
    <StrictMode>
      <TidemarkProvider client={client}>
        <App />
      </TidemarkProvider>
    </StrictMode>
  );
