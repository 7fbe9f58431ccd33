import { type ChildProcessByStdio, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { dirname, extname, join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Browser, chromium, type Page } from "playwright-core";
import { build } from "vite";
import { afterAll, assert, beforeAll, describe, it } from "vitest";
import { startTestService } from "../../sdk/testing/startTestService.ts";
import type { TestService } from "../../sdk/testing/TestService.ts";
import type { QuickStart, QuickStartClient } from "../../ui/src/sections/clients/quickStart/QuickStart.ts";
import { type QuickStartKind, quickStarts } from "../../ui/src/sections/clients/quickStart/quickStarts.ts";
import { chromiumPath } from "../browser/Browser.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const run = promisify(execFile);
const types: Readonly<Record<string, string>> = { ".html": "text/html; charset=utf-8", ".js": "text/javascript" };

type Running = ChildProcessByStdio<Writable, Readable, null>;

let tidemark: TestService;
let folder: string;
const servers: Array<Server> = [];
const processes: Array<Running> = [];

/** Serves a folder on a port of its own, and returns the URL. */
const serve = async (path: string): Promise<string> => {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://127.0.0.1");
    const name = pathname === "/" ? "index.html" : pathname.slice(1);
    readFile(join(path, name)).then(
      (file) => response.setHeader("content-type", types[extname(name)] ?? "text/plain").end(file),
      () => response.writeHead(404).end()
    );
  });
  servers.push(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/`;
};

/** Registers a client for a redirect URI. The port of loopback redirect URIs does not matter. */
const register = async (type: "public" | "confidential", redirectUri: string) => {
  const { clientId, clientSecret } = await tidemark.register({ type, redirectUris: [redirectUri] });
  const isPublic = type === "public";
  const client: QuickStartClient = {
    clientId,
    clientType: isPublic ? "PUBLIC" : "CONFIDENTIAL",
    tokenEndpointAuthMethod: isPublic ? "none" : "client_secret_basic",
    redirectUris: [redirectUri]
  };
  return { client, secret: clientSecret ?? "" };
};

const startOf = (kind: QuickStartKind, client: QuickStartClient): QuickStart =>
  quickStarts[kind].of(tidemark.url, client);

const save = async ({ code, file }: QuickStart): Promise<string> => {
  const path = join(folder, file);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, code);
  return path;
};

/** Starts a program, and returns a function that waits for what it prints. */
const start = (command: string, args: ReadonlyArray<string>, env: Readonly<Record<string, string>>) => {
  const child = spawn(command, [...args], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ["pipe", "pipe", "inherit"]
  });
  processes.push(child);
  let printed = "";
  child.stdout.on("data", (part) => {
    printed += String(part);
  });
  const until = async (pattern: RegExp): Promise<string> => {
    for (;;) {
      const [found, group] = pattern.exec(printed) ?? [];
      if (found !== undefined) return group ?? found;
      await Promise.race([once(child.stdout, "data"), once(child, "close")]);
      if (child.exitCode !== null && !pattern.test(printed)) throw new Error(`It ended with: ${printed}`);
    }
  };
  return { child, until };
};

beforeAll(async () => {
  tidemark = await startTestService();
  folder = await mkdtemp(join(tmpdir(), "tidemark-quick-start-"));
  await writeFile(join(folder, "package.json"), JSON.stringify({ name: "an-app", private: true, type: "module" }));
  // As the quick starts say; nothing else is fetched, because no registry listens at port 9.
  const { client } = await register("confidential", "http://127.0.0.1/");
  const [npm = "", ...words] = (startOf("node", client).install ?? "").split(" ");
  await run(npm, [...words, "--registry=http://127.0.0.1:9/", "--no-audit", "--no-fund"], { cwd: folder });
  for (const name of ["react", "react-dom", "scheduler"])
    await symlink(join(root, "node_modules", name), join(folder, "node_modules", name), "junction");
}, 300_000);

afterAll(async () => {
  for (const child of processes) child.kill();
  for (const server of servers) server.close().closeAllConnections();
  await tidemark.stop();
  await rm(folder, { recursive: true, force: true });
});

describe("quick starts on a server, against an instance", () => {
  it("Node.js and curl read without a sign-in", async () => {
    const { client } = await register("public", "http://127.0.0.1/");
    const node = await run(process.execPath, [await save(startOf("node", client))], { cwd: folder });
    assert.include(node.stdout.split("\n"), "xyzStatusphereStatus");
    const curl = await run("bash", [await save(startOf("curl", client))], { cwd: folder });
    assert.include(curl.stdout, '"xyzStatusphereStatus"');
  });

  it("Node.js signs a user in", async () => {
    const port = new URL(await serve(folder)).port;
    const closed = once(servers.pop()?.close() ?? assert.fail(), "close");
    await closed;
    const { client, secret } = await register("confidential", `http://127.0.0.1:${port}/callback`);
    const { until } = start(process.execPath, [await save(startOf("node", client))], { CLIENT_SECRET: secret });
    const sent = await fetch(await until(/Open (http:\S+)/), { redirect: "manual" });
    const returned = await tidemark.approve(sent.headers.get("location") ?? "", "alice.test");
    const cookie = sent.headers.get("set-cookie")?.split(";")[0] ?? "";
    const answer = await fetch(returned, { headers: { cookie } });
    assert.strictEqual(await answer.text(), "Hello alice.test");
  });

  it("curl signs a user in", async () => {
    const { client, secret } = await register("confidential", "http://127.0.0.1:4004/callback?a=b&c='d'");
    const { child, until } = start("bash", [await save(startOf("curl", client))], { CLIENT_SECRET: secret });
    const returned = new URL(await tidemark.approve(await until(/(http:\S+authorize\S+)\n/), "alice.test"));
    child.stdin.write(`${returned.searchParams.get("code")}\n`);
    assert.include(await until(/\{".*\}/), '"handle":"alice.test"');
  });
});

describe.skipIf(chromiumPath === undefined)("quick starts in Chromium, against an instance", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: chromiumPath ?? "", args: ["--no-sandbox"] });
  });
  afterAll(() => browser.close());

  /** Opens a page whose sign-ins are approved as alice.test would. */
  const open = async (url: string): Promise<Page> => {
    const page = await browser.newPage();
    page.setDefaultTimeout(15_000);
    await page.route(`${tidemark.url}/oauth/authorize**`, async (route) => {
      const location = await tidemark.approve(route.request().url(), "alice.test");
      await route.fulfill({ status: 302, headers: { location } });
    });
    await page.goto(url);
    return page;
  };

  const signIn = async (url: string): Promise<void> => {
    const page = await open(url);
    await page.getByLabel("Your handle").fill("alice.test");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("Hello alice.test").waitFor();
  };

  const readsPublicly = async (url: string): Promise<void> => {
    const page = await open(url);
    await page
      .getByRole("listitem")
      .filter({ hasText: /^xyzStatusphereStatus$/ })
      .waitFor();
  };

  it("HTML signs a user in with a public client, and reads with a confidential one", async () => {
    const url = await serve(folder);
    await save(startOf("html", (await register("public", url)).client));
    await signIn(url);
    await save(startOf("html", (await register("confidential", url)).client));
    await readsPublicly(url);
  });

  it("React signs a user in with a public client, and reads with a confidential one", async () => {
    const dist = join(folder, "dist");
    const url = await serve(dist);
    const bundle = async (type: "public" | "confidential"): Promise<void> => {
      await save(startOf("react", (await register(type, url)).client));
      const page = '<div id="root"></div><script type="module" src="/src/main.jsx"></script>';
      await writeFile(join(folder, "index.html"), page);
      await build({
        root: folder,
        logLevel: "error",
        esbuild: { jsx: "automatic" },
        build: { outDir: dist, minify: false }
      });
    };
    await bundle("public");
    await signIn(url);
    await bundle("confidential");
    await readsPublicly(url);
  }, 60_000);
});
