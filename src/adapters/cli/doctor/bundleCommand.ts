import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { gzipSync } from "node:zlib";
import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import { writeTar } from "../../../domain/tar/writeTar.ts";
import type { Given } from "../command/Command.ts";
import { badUsage, failure } from "../command/CommandFailed.ts";
import type { Report } from "../report/present.ts";
import { log, output } from "./doctorParameters.ts";
import { type BundlePart, SupportBundle } from "./SupportBundle.ts";

const never =
  "Not in it: secrets, tokens, DIDs, handles, hosts, IP addresses, records, and values of settings that could hold one of them.";

const contentOf = ({ about, content, name }: BundlePart): string =>
  content._tag === "Text" ? `  ${name.padEnd(16)} ${about}` : `  ${name.padEnd(16)} missing: ${content.reason}`;

const listOf = (parts: ReadonlyArray<BundlePart>): string =>
  [...parts.map(contentOf), "", never, "Read the files before you send them."].join("\n");

/** The folder within the archive, and the name of the archive without its ending. */
const nameAt = (milliseconds: number): string =>
  `tidemark-support-${new Date(milliseconds).toISOString().slice(0, 19).replaceAll(":", "").replace("T", "-")}`;

const existsAlready = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "EEXIST";

const alreadyThere = (path: string) => badUsage(`--output: ${path} exists already: name another file, or remove it`);

const write = (path: string, bytes: Uint8Array) =>
  Effect.tryPromise({
    try: () => writeFile(path, bytes, { flag: "wx", mode: 0o600 }),
    catch: (error) =>
      existsAlready(error)
        ? alreadyThere(path)
        : failure("not_written", `${path} cannot be written: name a file in a folder that can be written to`, error)
  });

const pack = (folder: string, parts: ReadonlyArray<BundlePart>, modified: number): Uint8Array => {
  const fileOf = (name: string, text: string) => ({ path: `${folder}/${name}`, content: Buffer.from(text) });
  const files = parts.flatMap(({ content, name }) => (content._tag === "Text" ? [fileOf(name, content.text)] : []));
  const readme = fileOf("README.txt", `${listOf(parts)}\n`);
  return gzipSync(Buffer.concat(writeTar([readme, ...files], { mode: 0o600, modified })));
};

/** Collects the parts of a support bundle, writes them as one archive, and says what is inside and what is missing. */
export const writeBundle = Effect.fnUntraced(function* (given: Given) {
  const now = yield* Clock.currentTimeMillis;
  const path = given(output) ?? `${nameAt(now)}.tar.gz`;
  if (existsSync(path)) return yield* alreadyThere(path);
  const parts = yield* (yield* SupportBundle).collect(given(log));
  const bytes = pack(nameAt(now), parts, Math.floor(now / 1000));
  yield* write(path, bytes);
  const missing = parts.flatMap(({ content, name }) =>
    content._tag === "Missing" ? [{ name, reason: content.reason }] : []
  );
  return {
    text: [`Wrote ${path} (${Math.ceil(bytes.length / 1024)} kB):`, "", listOf(parts)].join("\n"),
    json: {
      file: path,
      name: basename(path),
      bytes: bytes.length,
      contains: parts.filter(({ content }) => content._tag === "Text").map(({ name }) => name),
      missing
    }
  } satisfies Report;
});
