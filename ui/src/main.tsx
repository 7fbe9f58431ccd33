import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { AdminSessionDocument } from "./api/documents.ts";
import { makeQueryClient } from "./api/makeQueryClient.ts";
import { pausePollingWhenIdle } from "./api/pausePollingWhenIdle.ts";
import { Toasts } from "./components/Toasts.tsx";
import { SessionGate } from "./session/SessionGate.tsx";
import { PageBoundary } from "./shell/PageBoundary.tsx";
import { Pages } from "./shell/Pages.tsx";
import { Shell } from "./shell/Shell.tsx";
import { applyTheme, chosenTheme } from "./shell/theme.ts";
import "./style/font.css";
import "./style/tokens.css";
import "./style/base.css";
import "./style/controls.css";
import "./style/content.css";
import "./style/overlays.css";
import "./style/shell.css";

applyTheme(chosenTheme());
pausePollingWhenIdle();

const client = makeQueryClient(() => {
  void client.invalidateQueries({ queryKey: [AdminSessionDocument.toString()] });
});

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no root.");
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <PageBoundary>
        <Toasts>
          <SessionGate>
            <Shell>
              <Pages />
            </Shell>
          </SessionGate>
        </Toasts>
      </PageBoundary>
    </QueryClientProvider>
  </StrictMode>
);
