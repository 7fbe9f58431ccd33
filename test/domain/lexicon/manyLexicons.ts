import type { LexiconSet } from "../../../src/domain/lexicon/model/LexiconSet.ts";
import { lexiconsOfDocuments } from "./lexiconsOf.ts";

type Schema = Readonly<Record<string, unknown>>;

interface Shape {
  readonly name: string;
  readonly key?: string;
  readonly properties: Schema;
  readonly more?: Readonly<Record<string, Schema>>;
}

const text = { type: "string", maxLength: 3000, description: "Text as the person wrote it." };
const did = { type: "string", format: "did" };
const uri = { type: "string", format: "at-uri" };
const createdAt = { type: "string", format: "datetime", description: "When the author made the record." };
const integer = { type: "integer" };
const strong = { type: "ref", ref: "com.atproto.repo.strongRef" };
const local = (name: string) => ({ type: "ref", ref: `#${name}` });
const image = { type: "blob", accept: ["image/*"], maxSize: 1_000_000 };
const list = (items: Schema) => ({ type: "array", items });
const object = (properties: Schema) => ({ type: "object", properties });

/** Record types as apps on the network publish them: for each kind of app, in the order in which an app adds them. */
const shapes: ReadonlyArray<Shape> = [
  {
    name: "actor.profile",
    key: "literal:self",
    properties: { displayName: text, description: text, avatar: image, banner: image, pinned: strong, createdAt }
  },
  {
    name: "blog.document",
    properties: {
      title: text,
      publication: uri,
      author: did,
      pages: list({ type: "union", refs: ["#linear", "#canvas"] }),
      post: strong,
      tags: list(text),
      publishedAt: createdAt
    },
    more: {
      linear: object({ id: text, blocks: list({ type: "union", refs: ["#paragraph", "#heading", "#picture"] }) }),
      canvas: object({ id: text, x: integer, y: integer, blocks: list(local("paragraph")) }),
      paragraph: object({ plaintext: text, facets: list(local("facet")) }),
      heading: object({ level: integer, plaintext: text }),
      picture: object({ image, alt: text, aspectRatio: local("aspectRatio") }),
      aspectRatio: object({ width: integer, height: integer }),
      facet: object({ start: integer, end: integer, features: list({ type: "unknown" }) })
    }
  },
  { name: "feed.like", properties: { subject: strong, createdAt } },
  { name: "graph.follow", properties: { subject: did, createdAt } },
  {
    name: "feed.comment",
    properties: {
      subject: uri,
      reply: local("reply"),
      plaintext: text,
      attachment: { type: "union", refs: ["#link", "#quote"] },
      createdAt
    },
    more: {
      reply: object({ parent: uri }),
      link: object({ uri: { type: "string", format: "uri" }, title: text }),
      quote: object({ document: uri, quote: text })
    }
  },
  {
    name: "feed.play",
    properties: {
      trackName: text,
      artists: list(local("artist")),
      duration: { type: "integer", maximum: 2 ** 50 },
      isrc: text,
      playedTime: createdAt
    },
    more: { artist: object({ artistName: text, artistMbId: text }) }
  },
  {
    name: "repo.repository",
    properties: { name: text, owner: did, knot: text, source: uri, head: { type: "cid-link" }, createdAt }
  },
  {
    name: "repo.issue",
    properties: { repo: uri, title: text, body: text, mentions: list(did), references: list(uri), createdAt }
  },
  {
    name: "gallery.photo",
    properties: { photo: image, alt: text, aspectRatio: local("aspectRatio"), exif: { type: "unknown" }, createdAt },
    more: { aspectRatio: object({ width: integer, height: integer }) }
  },
  { name: "gallery.item", properties: { gallery: uri, item: uri, position: integer, createdAt } },
  {
    name: "badge.award",
    properties: { badge: strong, did, issued: createdAt, signature: { type: "bytes" }, revoked: { type: "boolean" } }
  },
  {
    name: "publication.site",
    properties: { name: text, url: text, icon: image, theme: local("theme"), showInDiscover: { type: "boolean" } },
    more: {
      theme: object({ background: local("colour"), foreground: local("colour"), accent: local("colour") }),
      colour: object({ r: integer, g: integer, b: integer })
    }
  }
];

/** How many record types an app has, before there is another app. */
const perApp = 5;

const strongReference = {
  lexicon: 1,
  id: "com.atproto.repo.strongRef",
  defs: { main: object({ uri, cid: { type: "string", format: "cid" } }) }
};

const documentAt = (place: number, apps: number): Schema => {
  const app = Math.floor(place / perApp) % apps;
  const index = (app * 7 + (place % perApp) + perApp * Math.floor(place / (perApp * apps))) % shapes.length;
  const { key = "tid", more = {}, name, properties } = shapes[index] ?? { name: "x", properties: {} };
  return {
    lexicon: 1,
    id: `net.app${app}.${name}`,
    defs: { main: { type: "record", key, description: `A record of app ${app}.`, record: object(properties) }, ...more }
  };
};

/** The documents of so many record types, after shapes that real apps publish, five to each app. */
export const manyDocuments = (collections: number): ReadonlyArray<Schema> => [
  strongReference,
  ...Array.from({ length: collections }, (_, place) => documentAt(place, Math.ceil(collections / perApp)))
];

/** The set of them. */
export const manyLexicons = (collections: number): LexiconSet => lexiconsOfDocuments(...manyDocuments(collections));
