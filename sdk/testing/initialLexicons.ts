import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import * as Effect from "effect/Effect";
import blueskyProfile from "../../lexicons/app/bsky/actor/profile.json" with { type: "json" };
import profile from "../../lexicons/app/neutral/actor/profile.json" with { type: "json" };
import labels from "../../lexicons/com/atproto/label/defs.json" with { type: "json" };
import strongRef from "../../lexicons/com/atproto/repo/strongRef.json" with { type: "json" };
import status from "../../lexicons/xyz/statusphere/status.json" with { type: "json" };
import { readLexiconFolder } from "../../src/adapters/filesystem/readLexiconFolder.ts";
import type { TestServiceOptions } from "./TestService.ts";

const defaultLexicons = [blueskyProfile, profile, labels, strongRef, status];

const nameOf = (document: object, index: number): string =>
  "id" in document && typeof document.id === "string" ? document.id : `lexicons[${index}]`;

/** Returns the Lexicons from the options, or the default ones. */
export const initialLexicons = ({ lexicons = defaultLexicons }: TestServiceOptions) =>
  lexicons instanceof URL || typeof lexicons === "string"
    ? readLexiconFolder(lexicons instanceof URL ? fileURLToPath(lexicons) : resolve(lexicons))
    : Effect.succeed(lexicons.map((document, index) => ({ file: nameOf(document, index), document })));
