import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import { describe, expect, it } from "vitest";
import { AtUri } from "../../../src/domain/atproto/AtUri.ts";
import { Cid } from "../../../src/domain/atproto/Cid.ts";
import { Did } from "../../../src/domain/atproto/Did.ts";
import { Handle } from "../../../src/domain/atproto/Handle.ts";
import { Nsid } from "../../../src/domain/atproto/Nsid.ts";
import { RecordKey } from "../../../src/domain/atproto/RecordKey.ts";
import { validateRecord } from "../../../src/domain/lexicon/validate/validateRecord.ts";
import { instant } from "../../../src/domain/record/value/instant.ts";
import { lexiconsOfDocuments } from "../../domain/lexicon/lexiconsOf.ts";
import { vectorsFolder } from "../../domain/lexicon/vectorsFolder.ts";
import { differences } from "./differences.ts";

const folder = vectorsFolder("atproto-interop/syntax", "the interoperability tests of AT Protocol syntax");

/** Lines of a file, without comments; blanks at the ends of a line belong to the case. */
const lines = (name: string): ReadonlyArray<string> =>
  folder === null
    ? []
    : readFileSync(join(folder, `${name}.txt`), "utf8")
        .split("\n")
        .filter((line) => line !== "" && !line.startsWith("#"));

type Accepts = (text: string) => boolean;

interface Parser {
  readonly accepts: Accepts;
  /** Whether a valid text is refused on purpose. */
  readonly stricter?: Accepts;
  readonly because?: string;
}

const isRecordUri: Accepts = (text) => /^at:\/\/did:[^/]+\/[^/]+\/[^/]+$/.test(text);
const isCanonicalCid: Accepts = (text) => /^b[a-z2-7]+$/.test(text);

const parsers: Readonly<Record<string, Parser>> = {
  did: { accepts: Schema.is(Did) },
  handle: {
    accepts: Schema.is(Handle),
    stricter: (text) => text !== text.toLowerCase(),
    because: differences.handles
  },
  nsid: { accepts: Schema.is(Nsid) },
  recordkey: { accepts: Schema.is(RecordKey) },
  aturi: { accepts: Schema.is(AtUri), stricter: (text) => !isRecordUri(text), because: differences.atUris },
  cid: { accepts: Schema.is(Cid), stricter: (text) => !isCanonicalCid(text), because: differences.cids }
};

describe.skipIf(folder === null).each(Object.entries(parsers))(
  "%s, as the service stores it",
  (name, { accepts, because, stricter }) => {
    it("accepts no value that is invalid", () => {
      const invalid = lines(`${name}_syntax_invalid`);
      expect(invalid.length).toBeGreaterThan(0);
      expect(invalid.filter(accepts)).toEqual([]);
    });

    it(
      because === undefined ? "accepts every value that is valid" : `refuses what is valid only because ${because}`,
      () => {
        const valid = lines(`${name}_syntax_valid`);
        expect(valid.length).toBeGreaterThan(0);
        expect(valid.filter((text) => !accepts(text) && stricter?.(text) !== true)).toEqual([]);
      }
    );
  }
);

/** The formats of strings in Lexicons, with the files that test them. */
const formats: Readonly<Record<string, string>> = {
  "at-identifier": "atidentifier",
  "at-uri": "aturi",
  cid: "cid",
  datetime: "datetime",
  did: "did",
  handle: "handle",
  language: "language",
  nsid: "nsid",
  "record-key": "recordkey",
  tid: "tid",
  uri: "uri"
};

describe.skipIf(folder === null).each(Object.entries(formats))("a record's string of the format %s", (format, name) => {
  const collection = "com.example.vector";
  const catalog = lexiconsOfDocuments({
    lexicon: 1,
    id: collection,
    defs: {
      main: {
        type: "record",
        key: "tid",
        record: { type: "object", required: ["value"], properties: { value: { type: "string", format } } }
      }
    }
  });
  const accepts = (value: string) => validateRecord(catalog, collection, { $type: collection, value }).length === 0;

  it("accepts every value that is valid", () => {
    const valid = lines(`${name}_syntax_valid`);
    expect(valid.length).toBeGreaterThan(0);
    expect(valid.filter((text) => !accepts(text))).toEqual([]);
  });

  it("accepts no value that is invalid", () => {
    const invalid = lines(`${name}_syntax_invalid`);
    expect(invalid.length).toBeGreaterThan(0);
    expect(invalid.filter(accepts)).toEqual([]);
  });
});

describe.skipIf(folder === null)("a record's datetime", () => {
  it("is refused if it has the right form but is not a valid time", () => {
    const invalid = lines("datetime_parse_invalid");
    expect(invalid.length).toBeGreaterThan(0);
    expect(invalid.filter((text) => Option.isSome(instant(text)))).toEqual([]);
  });
});
