// Serves this folder at http://127.0.0.1:5173 during development: node serve.js
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname } from "node:path";

const types = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json"
};
const { server } = JSON.parse(await readFile(new URL("config.json", import.meta.url), "utf8"));

/** The SDK comes from the instance, and images from the CDN of the network; everything else is refused. */
const contentSecurityPolicy = [
  "default-src 'self'",
  `script-src 'self' ${server}`,
  `connect-src 'self' ${server} ${server.replace("http", "ws")}`,
  "img-src data: https://cdn.bsky.app",
  "base-uri 'none'",
  "frame-ancestors 'none'"
].join("; ");

const respond = async (request, response) => {
  const { pathname } = new URL(request.url, "http://127.0.0.1");
  const name = pathname === "/" ? "index.html" : pathname.slice(1);
  const type = types[extname(name)];
  if (!/^[\w-]+\.\w+$/.test(name) || type === undefined) return response.writeHead(404).end("Not found.\n");
  const content = await readFile(new URL(name, import.meta.url)).catch(() => null);
  if (content === null) return response.writeHead(404).end("Not found.\n");
  response.writeHead(200, {
    "content-type": type,
    "content-security-policy": contentSecurityPolicy,
    "cache-control": "no-cache"
  });
  response.end(content);
};

/** The login returns to 127.0.0.1, at any port. If a port is in use, the next one is tried. */
const listen = (port) =>
  createServer(respond)
    .on("error", (error) => {
      if (error.code !== "EADDRINUSE") throw error;
      listen(port + 1);
    })
    .listen(port, "127.0.0.1", () => console.log(`Open http://127.0.0.1:${port}/`));

listen(Number(process.env.PORT ?? 5173));
