import react from "@vitejs/plugin-react-swc";
import { defineConfig, type Plugin } from "vite";
import { brandLinks } from "../src/adapters/http/brand/brandLinks.ts";

/** The service that `npm run ui:dev` sends requests to. */
const service = process.env.TIDEMARK_URL ?? "http://127.0.0.1:8080";

const proxied = [
  "/admin",
  "/graphql",
  "/schema.graphql",
  "/oauth",
  "/settings/sign-in",
  "/settings/sign-out",
  "/assets"
];

/** Nothing is painted before the chosen theme is applied. */
const blockingRender: Plugin = {
  name: "blocking-render",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler: (html) => html.replace('<script type="module"', '<script type="module" blocking="render"')
  }
};

/** The service serves the typeface and the icons of all its pages. */
const brand: Plugin = {
  name: "brand",
  transformIndexHtml: { order: "post", handler: (html) => html.replace("<!-- brand -->", brandLinks.text) }
};

export default defineConfig({
  root: import.meta.dirname,
  base: "/settings/",
  publicDir: false,
  plugins: [react(), blockingRender, brand],
  server: { port: 5173, proxy: Object.fromEntries(proxied.map((path) => [path, service])) },
  worker: { format: "es" },
  build: {
    target: "es2022",
    modulePreload: { polyfill: false },
    // A policy without data: and blob: for scripts; images stay files as well.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000
  }
});
