/**
 * `npm run brand`: makes the typeface and the icons that the service sends, from Inter as `package-lock.json` beside this file pins
 * it, and from `mark.svg`. It requires Chromium, which draws the icons.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { drawIcons, icoOf } from "./drawIcons.ts";
import { fingerprint } from "./fingerprint.ts";
import { fontFace } from "./fontFace.ts";
import { subsetTypeface } from "./subsetTypeface.ts";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = fileURLToPath(new URL("../../", import.meta.url));
const folder = join(root, "src/adapters/http/brand");
const assets = join(folder, "assets");
const packages = join(here, "node_modules");

execFileSync("npm", ["ci", "--prefix", here, "--no-audit", "--no-fund", "--loglevel=error"], { stdio: "inherit" });
const { default: subset } = await import(pathToFileURL(join(packages, "subset-font/index.js")).href);

const font = await subsetTypeface(subset, join(packages, "inter-ui/variable/InterVariable.woff2"));
const mark = (await readFile(join(here, "mark.svg"), "utf8")).trim();
const drawn = await drawIcons(mark, process.env.CHROMIUM ?? "/usr/bin/chromium");

const hashed = (name: string, content: string | Uint8Array): string =>
  name.replace(".", `-${createHash("sha256").update(content).digest("hex").slice(0, 8)}.`);

const fontName = hashed("inter.woff2", font);
const markName = hashed("mark.svg", mark);
const faces = fontFace(`/assets/${fontName}`);

const constants = `// Written by npm run brand.
/** The URL of the typeface. It contains a hash of the content. */
export const fontPath = "/assets/${fontName}";

/** The URL of the mark. It contains a hash of the content. */
export const markPath = "/assets/${markName}";

/** The CSS rules that define the typeface. */
export const fontFaces = \`${faces}\`;
`;

const manifest = {
  name: "Tidemark",
  start_url: "/settings",
  display: "browser",
  background_color: "#f2f6f8",
  theme_color: "#0d6e85",
  icons: [192, 512].map((size) => ({ src: `/icon-${size}.png`, sizes: `${size}x${size}`, type: "image/png" }))
};

await rm(assets, { recursive: true, force: true });
await mkdir(assets, { recursive: true });
const files: ReadonlyArray<readonly [path: string, content: string | Uint8Array]> = [
  [join(assets, fontName), font],
  [join(assets, "OFL.txt"), await readFile(join(packages, "inter-ui/LICENSE.txt"))],
  [join(assets, markName), mark],
  ...[...drawn].map(([name, png]) => [join(assets, name), png] as const),
  [join(assets, "favicon.ico"), icoOf(drawn.get("icon-32.png") ?? new Uint8Array())],
  [join(assets, "site.webmanifest"), `${JSON.stringify(manifest, null, 2)}\n`],
  [join(assets, "madeFrom.txt"), `${await fingerprint()}\n`],
  [join(folder, "brandFiles.ts"), constants],
  [
    join(root, "ui/src/style/markPath.ts"),
    `// Written by npm run brand.\n/** The URL of the mark. */\nexport const markPath = "/assets/${markName}";\n`
  ],
  [join(root, "ui/src/style/font.css"), `/* Written by npm run brand. */\n${faces}`]
];
for (const [path, content] of files) {
  await writeFile(path, content);
  process.stdout.write(`${path.slice(root.length)}: ${content.length} bytes\n`);
}
