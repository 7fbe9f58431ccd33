import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const text = { type: "string", maxLength: 2_000 };

const recordOf = (key: string, properties: object, required: ReadonlyArray<string> = ["text"]) => ({
  type: "record",
  key,
  record: { type: "object", required, properties: { text, ...properties } }
});

const lexicons = [
  {
    lexicon: 1,
    id: "dev.tidemark.note",
    defs: {
      main: recordOf("tid", {
        createdAt: { type: "string", format: "datetime" },
        stars: { type: "integer", minimum: 0, maximum: 5 },
        tags: { type: "array", maxLength: 3, items: { type: "string", maxLength: 10 } },
        place: { type: "ref", ref: "#place" },
        about: { type: "ref", ref: "com.atproto.repo.strongRef" },
        extra: { type: "union", refs: ["#place", "#mood"] },
        extras: { type: "array", items: { type: "union", refs: ["#place", "#mood"], closed: true } },
        photo: { type: "blob", accept: ["image/*"], maxSize: 100_000 },
        anything: { type: "unknown" }
      }),
      place: {
        type: "object",
        required: ["name"],
        properties: {
          name: { type: "string", maxLength: 20 },
          inside: { type: "ref", ref: "#area" }
        }
      },
      area: {
        type: "object",
        properties: { label: { type: "string" }, sizes: { type: "array", items: { type: "integer" } } }
      },
      mood: { type: "object", required: ["level"], properties: { level: { type: "integer" } } }
    }
  },
  { lexicon: 1, id: "dev.tidemark.free", defs: { main: recordOf("any", {}) } },
  { lexicon: 1, id: "dev.tidemark.named", defs: { main: recordOf("nsid", {}) } },
  { lexicon: 1, id: "dev.tidemark.single", defs: { main: recordOf("literal:self", {}) } },
  {
    lexicon: 1,
    id: "com.atproto.repo.strongRef",
    defs: {
      main: {
        type: "object",
        required: ["uri", "cid"],
        properties: { uri: { type: "string", format: "at-uri" }, cid: { type: "string", format: "cid" } }
      }
    }
  }
];

/** A new folder of Lexicons for `LEXICON_DIR`, which the caller removes: records of every kind of key, with everything that a record can hold. */
export const noteLexicons = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "tidemark-lexicons-"));
  for (const lexicon of lexicons) await writeFile(join(folder, `${lexicon.id}.json`), JSON.stringify(lexicon));
  return folder;
};
