import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { chromium } from "playwright-core";
import { chromiumPath } from "../../test/browser/Browser.ts";
import { manyDocuments } from "../../test/domain/lexicon/manyLexicons.ts";

/** Measures the cost of a set of collections for the service of one checkout. */
const [root = "", collections = ""] = process.argv.slice(2);
const { ServiceProcess } = await import(join(root, "test/flows/ServiceProcess.ts"));
const run = promisify(execFile);

const documentCharacters = 1_500;
const documents = 20;

const selection = "nodes { uri cid did rkey collection indexedAt displayName description } pageInfo { endCursor }";

/** A document that is different from all others. */
const longDocument = (number: number): string => {
  const roots = Array.from(
    { length: 40 },
    (_, at) => `a${number}_${at}: netApp0ActorProfile(first: 1) { ${selection} }`
  );
  let text = "";
  for (const root of roots.slice(0, 29)) if (text.length < documentCharacters) text += ` ${root}`;
  return `{${text} }`;
};

const folder = await mkdtemp(join(tmpdir(), "tidemark-schema-"));
const lexicons = join(folder, "lexicons");
await mkdir(lexicons);
for (const document of manyDocuments(Number(collections)))
  await writeFile(join(lexicons, `${String(document.id)}.json`), JSON.stringify(document));
const service = await ServiceProcess.start({
  env: { DATA_DIR: join(folder, "data"), LEXICON_DIR: lexicons, LOG_LEVEL: "warning" }
});

const timed = async <A>(what: () => Promise<A>): Promise<readonly [A, number]> => {
  const from = performance.now();
  return [await what(), performance.now() - from];
};

const ask = async (query: string): Promise<void> => {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${service.reach}/graphql`, { method: "POST", headers, body: JSON.stringify({ query }) });
  const text = await answer.text();
  if (!answer.ok || text.includes('"errors"')) throw new Error(text.slice(0, 300));
};

const procNumber = async (file: string, pattern: RegExp): Promise<number> =>
  Number(pattern.exec(await readFile(`/proc/${service.pid}/${file}`, "utf8"))?.[1] ?? 0);

const memory = async () => (await procNumber("status", /VmRSS:\s+(\d+)/)) / 1_000;
const peak = async () => (await procNumber("status", /VmHWM:\s+(\d+)/)) / 1_000;
/** Processor time of the process, in milliseconds: ticks of a hundredth of a second. */
const processor = async () => {
  const fields = (await readFile(`/proc/${service.pid}/stat`, "utf8")).split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
};

/** The longest latency of a small query while something else runs. */
const delayDuring = async (work: () => Promise<unknown>): Promise<number> => {
  let isDone = false;
  const done = work().finally(() => {
    isDone = true;
  });
  let longest = 0;
  while (!isDone) {
    longest = Math.max(longest, (await timed(() => ask("{ viewer { did } }")))[1]);
    await sleep(10);
  }
  await done;
  return longest;
};

const graphiql = async (): Promise<number | null> => {
  if (chromiumPath === undefined) return null;
  const browser = await chromium.launch({ executablePath: chromiumPath, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(240_000);
    return (
      await timed(async () => {
        await page.goto(`${service.reach}/graphiql`);
        await page.waitForSelector(".graphiql-query-editor .CodeMirror");
        await page.getByLabel("Show Documentation Explorer").click();
        await page.getByRole("link", { name: "Query", exact: true }).click();
        await page.locator(".graphiql-doc-explorer", { hasText: "netApp0FeedLike" }).waitFor();
        await page.locator(".graphiql-query-editor .CodeMirror").click();
        await page.keyboard.press("Control+A");
        await page.keyboard.type("{ netApp0FeedL");
        await page.locator(".CodeMirror-hint", { hasText: "netApp0FeedLike" }).first().waitFor();
      })
    )[1];
  } finally {
    await browser.close();
  }
};

const types = async (sdl: string) => {
  const file = join(folder, "schema.graphql");
  await writeFile(file, sdl);
  const script = join(import.meta.dirname, "generateTypes.ts");
  const { stdout } = await run(process.execPath, [
    "--disable-warning=ExperimentalWarning",
    script,
    file,
    longDocument(0)
  ]);
  return JSON.parse(stdout);
};

try {
  const [, first] = await timed(() => ask("{ viewer { did } }"));
  let sdl = "";
  const printDelay = await delayDuring(async () => {
    sdl = await (await fetch(`${service.reach}/schema.graphql`)).text();
  });
  const latencies: Array<number> = [];
  const before = await processor();
  const documentDelay = await delayDuring(async () => {
    for (let number = 0; number < documents; number += 1)
      latencies.push((await timed(() => ask(longDocument(number))))[1]);
  });
  const spent = (await processor()) - before;
  const idle = await memory();
  const opened = await graphiql();
  const generated = await types(sdl);
  console.log(
    JSON.stringify({
      collections: Number(collections),
      schemaMB: sdl.length / 1e6,
      firstMs: first,
      printDelayMs: printDelay,
      documentMs: latencies.toSorted((left, right) => left - right)[documents / 2],
      documentWorstMs: Math.max(...latencies),
      documentProcessorMs: spent / documents,
      documentDelayMs: documentDelay,
      graphiqlS: opened === null ? null : opened / 1_000,
      typesS: generated.seconds,
      typesMB: generated.megabytes,
      memoryMB: idle,
      peakMB: await peak()
    })
  );
} finally {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
}
