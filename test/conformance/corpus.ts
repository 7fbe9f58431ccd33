import { readdirSync, readFileSync } from "node:fs";
import * as Schema from "effect/Schema";

/** A text, written shortly: `{i}` in what is repeated stands for how often it was before, `{i+1}` for the next. */
const Text = Schema.Union(
  Schema.String,
  Schema.Array(Schema.Union(Schema.String, Schema.Struct({ repeat: Schema.String, times: Schema.Number })))
);

const Entry = Schema.Struct({
  name: Schema.String,
  document: Schema.optional(Text),
  /** The JSON text of the variables. */
  variables: Schema.optional(Text),
  /** The whole body, instead of a document and variables. */
  body: Schema.optional(Text),
  /** The code of the first error; `answered` where there is none. */
  expect: Schema.String
});

const Entries = Schema.parseJson(Schema.Array(Entry));

const written = (text: typeof Text.Type): string => {
  if (typeof text === "string") return text;
  const repeated = (pattern: string, times: number) =>
    Array.from({ length: times }, (_, index) =>
      pattern.replaceAll("{i}", String(index)).replaceAll("{i+1}", String(index + 1))
    ).join("");
  return text.map((part) => (typeof part === "string" ? part : repeated(part.repeat, part.times))).join("");
};

/** Something that nobody means well with. */
export interface HostileRequest {
  readonly name: string;
  readonly body: () => string;
  readonly expect: string;
}

const requestOf = (file: string, { body, document, expect, name, variables }: typeof Entry.Type): HostileRequest => ({
  name: `${file}: ${name}`,
  expect,
  body: () => {
    if (body !== undefined) return written(body);
    const members = variables === undefined ? "" : `,"variables":${written(variables)}`;
    return `{"query":${JSON.stringify(written(document ?? ""))}${members}}`;
  }
});

const folder = new URL("./corpus/", import.meta.url);

/** Every request of the folder `corpus`. */
export const corpus: ReadonlyArray<HostileRequest> = readdirSync(folder)
  .toSorted()
  .flatMap((file) => {
    const entries = Schema.decodeSync(Entries)(readFileSync(new URL(file, folder), "utf8"));
    return entries.map((entry) => requestOf(file.replace(".json", ""), entry));
  });
