import type { JsonObject } from "../../../src/domain/json/Json.ts";

const string = { type: "string" };
const uri = { type: "string", format: "uri" };
const integer = { type: "integer" };
const blob = { type: "blob", accept: ["image/*"], maxSize: 1_000_000 };
const ref = (to: string) => ({ type: "ref", ref: to });
const list = (items: JsonObject) => ({ type: "array", items });
const union = (...refs: ReadonlyArray<string>) => ({ type: "union", refs });
const object = (properties: JsonObject) => ({ type: "object", properties });
const strongRef = ref("com.atproto.repo.strongRef");
const facets = list(ref("pub.leaflet.richtext.facet"));

const block = (name: string, properties: JsonObject, others: JsonObject = {}): JsonObject => ({
  lexicon: 1,
  id: `pub.leaflet.blocks.${name}`,
  defs: { main: object(properties), ...others }
});

const listItem = (properties: JsonObject) =>
  object({
    checked: { type: "boolean" },
    content: union("pub.leaflet.blocks.text", "pub.leaflet.blocks.header", "pub.leaflet.blocks.image"),
    children: list(ref("#listItem")),
    ...properties
  });

const blocks: ReadonlyArray<JsonObject> = [
  block("text", { plaintext: string, textSize: { type: "string", enum: ["default", "small", "large"] }, facets }),
  block("header", { level: { type: "integer", minimum: 1, maximum: 6 }, plaintext: string, facets }),
  block("blockquote", { plaintext: string, facets }),
  block(
    "image",
    { image: blob, alt: string, aspectRatio: ref("#aspectRatio"), fullBleed: { type: "boolean" } },
    { aspectRatio: object({ width: integer, height: integer }) }
  ),
  block(
    "unorderedList",
    { children: list(ref("#listItem")) },
    { listItem: listItem({ orderedListChildren: ref("pub.leaflet.blocks.orderedList") }) }
  ),
  block(
    "orderedList",
    { startIndex: integer, children: list(ref("#listItem")) },
    { listItem: listItem({ unorderedListChildren: ref("pub.leaflet.blocks.unorderedList") }) }
  ),
  block("website", { previewImage: blob, title: string, description: string, src: uri }),
  block("bskyPost", { postRef: strongRef, clientHost: string }),
  block("page", { id: string }),
  block("math", { tex: string }),
  block("code", { plaintext: string, language: string, syntaxHighlightingTheme: string }),
  block("horizontalRule", {}),
  block("poll", { pollRef: strongRef }),
  block("button", { text: string, url: uri }),
  block("iframe", { url: uri, height: { type: "integer", minimum: 16, maximum: 1600 } }),
  block(
    "imageGallery",
    { images: list(ref("#image")), display: string },
    { image: object({ image: blob, alt: string, aspectRatio: ref("pub.leaflet.blocks.image#aspectRatio") }) }
  )
];

const anyBlock = union(...blocks.map(({ id }) => String(id)));

const quote = {
  quote: object({ start: ref("#position"), end: ref("#position") }),
  position: object({ block: list(integer), offset: integer })
};

const page = (name: string, properties: JsonObject): JsonObject => ({
  lexicon: 1,
  id: `pub.leaflet.pages.${name}`,
  defs: {
    main: object({ id: string, blocks: list(ref("#block")) }),
    block: object({ block: anyBlock, ...properties }),
    ...quote
  }
});

const marks = ["bold", "italic", "underline", "strikethrough", "highlight", "code"];

const facet: JsonObject = {
  lexicon: 1,
  id: "pub.leaflet.richtext.facet",
  defs: {
    main: object({
      index: ref("#byteSlice"),
      features: list(
        union("#link", "#didMention", "#atMention", "#id", "#footnote", ...marks.map((mark) => `#${mark}`))
      )
    }),
    byteSlice: object({ byteStart: integer, byteEnd: integer }),
    link: object({ uri }),
    didMention: object({ did: { type: "string", format: "did" } }),
    atMention: object({ atURI: uri }),
    id: object({ id: string }),
    footnote: object({ footnoteId: string, contentPlaintext: string, contentFacets: list(ref("#main")) }),
    ...Object.fromEntries(marks.map((mark) => [mark, object({})]))
  }
};

const color = object({
  r: { type: "integer", minimum: 0, maximum: 255 },
  g: { type: "integer", minimum: 0, maximum: 255 },
  b: { type: "integer", minimum: 0, maximum: 255 }
});
const anyColor = union("pub.leaflet.theme.color#rgba", "pub.leaflet.theme.color#rgb");

const theme: ReadonlyArray<JsonObject> = [
  {
    lexicon: 1,
    id: "pub.leaflet.theme.color",
    defs: {
      rgb: color,
      rgba: object({ ...color.properties, a: { type: "integer", minimum: 0, maximum: 100 } })
    }
  },
  {
    lexicon: 1,
    id: "pub.leaflet.publication",
    defs: {
      theme: object({
        backgroundColor: anyColor,
        backgroundImage: ref("#backgroundImage"),
        pageWidth: integer,
        primary: anyColor,
        pageBackground: anyColor,
        showPageBackground: { type: "boolean" },
        accentBackground: anyColor,
        accentText: anyColor
      }),
      backgroundImage: object({ image: blob, width: integer, repeat: { type: "boolean" } })
    }
  }
];

/**
 * Lexicon documents in the shape of what leaflet.pub publishes: a document is pages of blocks of sixteen kinds, whose
 * text has facets of eleven kinds and whose lists have lists.
 */
export const leafletDocuments: ReadonlyArray<JsonObject> = [
  {
    lexicon: 1,
    id: "pub.leaflet.document",
    defs: {
      main: {
        type: "record",
        key: "tid",
        record: object({
          title: string,
          postRef: strongRef,
          description: string,
          publishedAt: { type: "string", format: "datetime" },
          publication: { type: "string", format: "at-uri" },
          author: { type: "string", format: "at-identifier" },
          theme: ref("pub.leaflet.publication#theme"),
          tags: list(string),
          coverImage: blob,
          pages: list(union("pub.leaflet.pages.linearDocument", "pub.leaflet.pages.canvas"))
        })
      }
    }
  },
  page("linearDocument", { alignment: string }),
  page("canvas", { x: integer, y: integer, width: integer, height: integer, rotation: integer }),
  facet,
  ...theme,
  ...blocks
];
