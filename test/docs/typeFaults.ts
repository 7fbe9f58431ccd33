import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type CodeBlock, placeOf } from "./CodeBlock.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Pages without a build import the SDK from an instance. */
const servers = ["http://127.0.0.1:8080", "https://records.example.com"];

const configuration = (folder: string) =>
  JSON.stringify({
    compilerOptions: {
      module: "esnext",
      moduleResolution: "bundler",
      target: "es2022",
      lib: ["es2023", "esnext.disposable", "dom", "dom.iterable"],
      jsx: "react-jsx",
      allowJs: true,
      checkJs: true,
      strict: true,
      noImplicitAny: false,
      skipLibCheck: true,
      allowImportingTsExtensions: true,
      noEmit: true,
      types: ["node", "react"],
      paths: Object.fromEntries(
        servers.flatMap((server) => [
          [`${server}/sdk.js`, [join(root, "sdk/dist/sdk.d.ts")]],
          [`${server}/sdk/react.js`, [join(root, "sdk/dist/react.d.ts")]]
        ])
      )
    },
    include: [`${folder}/**/*`]
  });

const moduleOf = ({ code, given, language }: CodeBlock): string => {
  const script = /<script type="module">([\s\S]*?)<\/script>/.exec(code)?.[1];
  const body = language === "html" ? (script ?? "") : code;
  return `${given}\n${body}\nexport {};\n`;
};

/**
 * JavaScript has no types for responses and for variables that it fills later: unknown values, missing members, and names that
 * the text around a block introduces. Imports and calls of the SDK are checked.
 */
const ofTypesOnly = /error TS(?:2304|2339|2353|2552|18046):/;

const extensionOf = ({ language }: CodeBlock): string => (language === "html" ? "js" : language);

/** The path of a block in the folder that is compiled: beside the other files of its page, or alone. */
const pathOf = (block: CodeBlock): string => {
  const page = block.page.replace(/^docs\/|\.md$/g, "").replaceAll("/", "-");
  const file = block.attributes.get("file");
  return file !== undefined && block.language !== "html"
    ? `${page}/${file}`
    : `${page}/block-${block.line}.${extensionOf(block)}`;
};

/** Compiles blocks of TypeScript, JavaScript and HTML with the types of the SDK. Returns what the compiler reports, by place. */
export const typeFaults = async (blocks: ReadonlyArray<CodeBlock>): Promise<ReadonlyArray<string>> => {
  const folder = await mkdtemp(join(tmpdir(), "tidemark-docs-"));
  try {
    await symlink(join(root, "node_modules"), join(folder, "node_modules"));
    const places = new Map<string, CodeBlock>();
    for (const block of blocks) {
      const path = `pages/${pathOf(block)}`;
      places.set(path, block);
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), moduleOf(block));
    }
    await writeFile(join(folder, "styles.d.ts"), 'declare module "*.css";\n');
    await writeFile(
      join(folder, "tsconfig.json"),
      configuration("pages").replace('"include":[', '"include":["styles.d.ts",')
    );
    const output = await new Promise<string>((done) => {
      execFile(
        process.execPath,
        [join(root, "node_modules/typescript/bin/tsc"), "-p", ".", "--pretty", "false"],
        { cwd: folder },
        (_, out) => done(out)
      );
    });
    return output
      .split("\n")
      .filter((line) => line.trim() !== "")
      .filter((line) => !(/\.js\(/.test(line) && ofTypesOnly.test(line)))
      .map((line) => {
        const block = places.get(line.split("(")[0] ?? "");
        return block === undefined ? line : `${placeOf(block)}: ${line}`;
      });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
