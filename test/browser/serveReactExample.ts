import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as Effect from "effect/Effect";
import { build } from "vite";
import { temporaryFolder } from "../support/temporaryFolder.ts";

const root = fileURLToPath(new URL("../../examples/statusphere-react", import.meta.url));

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css",
  ".js": "text/javascript"
};

/** Builds the React example in development mode, with React's checks, and serves it. Returns its URL. */
export const serveReactExample = (app: { readonly server: string; readonly clientId: string }) =>
  Effect.gen(function* () {
    const outDir = yield* temporaryFolder;
    yield* Effect.promise(() =>
      build({
        root,
        configFile: join(root, "vite.config.ts"),
        logLevel: "error",
        define: {
          "process.env.NODE_ENV": '"development"',
          "import.meta.env.VITE_TIDEMARK_SERVER": JSON.stringify(app.server),
          "import.meta.env.VITE_TIDEMARK_CLIENT_ID": JSON.stringify(app.clientId)
        },
        build: { outDir, emptyOutDir: true, minify: false }
      })
    );
    const server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? "/", "http://127.0.0.1");
      const name = pathname === "/" ? "index.html" : pathname.slice(1);
      readFile(join(outDir, name)).then(
        (file) => response.setHeader("content-type", types[extname(name)] ?? "text/plain").end(file),
        () => response.writeHead(404).end()
      );
    });
    yield* Effect.acquireRelease(
      Effect.promise(() => once(server.listen(0, "127.0.0.1"), "listening")),
      () => Effect.sync(() => server.close().closeAllConnections())
    );
    const address = server.address();
    return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/`;
  });
