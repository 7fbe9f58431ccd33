import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";

/** An app to write: which example it is made from, and the instance that it uses. */
export interface AppToWrite {
  readonly folder: string;
  readonly template: "react" | "html";
  /** The folder of the examples. */
  readonly examples: string;
  readonly server: string;
  /** Null for an app that is not registered yet. */
  readonly clientId: string | null;
}

const Versions = Schema.Record({ key: Schema.String, value: Schema.String });
const Manifest = Schema.parseJson(
  Schema.Struct({
    scripts: Versions,
    dependencies: Versions,
    devDependencies: Versions,
    allowScripts: Schema.Record({ key: Schema.String, value: Schema.Boolean })
  })
);

/** What a build leaves in an example, what belongs to the repository, and what every app gets its own of. */
const leftOut = ["node_modules", "dist", ".env", ".env.example", "package-lock.json", "README.md", ".gitignore"];

/** Where to begin: the files that a developer changes first. */
const firstFiles = {
  react: [
    ["src/documents.ts", "the queries and mutations: change the collection here first"],
    ["src/App.tsx", "what is shown, depending on who is logged in"],
    ["src/Mine.tsx", "writes a record (`useMutation`)"],
    ["src/useLivePage.ts", "reads a page, and follows what others write (`useQuery`, `useSubscription`)"],
    ["src/explain.ts", "error messages for users"]
  ],
  html: [
    ["app.js", "logs in, and writes a record"],
    ["feed.js", "reads the records, and follows what others write"],
    ["explain.js", "error messages for users"]
  ]
} as const;

const sources = { react: "statusphere-react", html: "statusphere" } as const;

const placeholder = "client_put_yours_here";

/** Returns a name that npm accepts. */
const packageName = (folder: string): string =>
  basename(folder)
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, "-")
    .replace(/^[._-]+/, "")
    .slice(0, 100) || "my-app";

const manifestOf = async (source: string, app: AppToWrite): Promise<object> => {
  const about = { name: packageName(app.folder), private: true, type: "module" };
  const sdk = { "tidemark-sdk": `${app.server}/sdk.tgz` };
  if (app.template === "html") return { ...about, scripts: { dev: "node serve.js" }, devDependencies: sdk };
  const { allowScripts, dependencies, devDependencies, scripts } = Schema.decodeUnknownSync(Manifest)(
    await readFile(join(source, "package.json"), "utf8")
  );
  return { ...about, scripts, dependencies: { ...dependencies, ...sdk }, devDependencies, allowScripts };
};

const configurationOf = ({ clientId, server, template }: AppToWrite): readonly [name: string, text: string] =>
  template === "html"
    ? ["config.json", `${JSON.stringify({ server, clientId: clientId ?? placeholder }, null, 2)}\n`]
    : [".env", `VITE_TIDEMARK_SERVER=${server}\nVITE_TIDEMARK_CLIENT_ID=${clientId ?? placeholder}\n`];

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** The page of an example under the name of the app. */
const namedPage = (page: string, name: string): string =>
  page
    .replace(/<title>.*?<\/title>/, () => `<title>${escaped(name)}</title>`)
    .replace(/<h1>.*?<\/h1>/, () => `<h1>${escaped(name)}</h1>`);

const readmeOf = (app: AppToWrite, configuration: string): string => `# ${basename(app.folder)}

An app that logs users in with their AT Protocol accounts and writes records, through the Tidemark
instance at ${app.server}.

    npm install    # also installs the SDK, from ${app.server}/sdk.tgz
    npm run dev    # open http://127.0.0.1:5173/, not localhost: the login returns to 127.0.0.1

\`${configuration}\` contains the address of the instance and the client id of the app. To publish the
app, register a client whose redirect URI is the address of its page, and write its client id there.
After an update of the instance, run \`npm install ${app.server}/sdk.tgz\` again.

## Make it yours

| file | contents |
| --- | --- |
${firstFiles[app.template].map(([name, contents]) => `| \`${name}\` | ${contents} |`).join("\n")}

| to | open |
| --- | --- |
| try a query | ${app.server}/graphiql |
| write another record | ${app.server}/docs/guides/write-a-record |
| upload an image | ${app.server}/docs/guides/upload-an-image |
| test the app | ${app.server}/docs/guides/test-an-app |
| look something up | ${app.server}/docs/apps |
`;

const write = async (app: AppToWrite): Promise<void> => {
  const source = join(app.examples, sources[app.template]);
  await mkdir(app.folder, { recursive: true });
  for (const name of await readdir(source))
    if (!leftOut.includes(name)) await cp(join(source, name), join(app.folder, name), { recursive: true });
  const page = join(app.folder, "index.html");
  await writeFile(page, namedPage(await readFile(page, "utf8"), basename(app.folder)));
  const [name, text] = configurationOf(app);
  const manifest = `${JSON.stringify(await manifestOf(source, app), null, 2)}\n`;
  await writeFile(join(app.folder, "package.json"), manifest);
  await writeFile(join(app.folder, name), text);
  await writeFile(join(app.folder, "README.md"), readmeOf(app, name));
  const isBuilt = app.template === "react";
  if (isBuilt) await writeFile(join(app.folder, ".env.example"), configurationOf({ ...app, clientId: null })[1]);
  await writeFile(join(app.folder, ".gitignore"), isBuilt ? "node_modules\ndist\n.env\n" : "node_modules\n");
};

/** Writes an app from an example: its files, with a `package.json`, a configuration and a README of its own. */
export const writeApp = (app: AppToWrite): Effect.Effect<void, { readonly cause: unknown }> =>
  Effect.tryPromise({ try: () => write(app), catch: (cause) => ({ cause }) });
