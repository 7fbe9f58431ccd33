import * as Option from "effect/Option";
import { instant } from "../../record/value/instant.ts";

interface FormatRule {
  readonly keeps: (text: string) => boolean;
  readonly reason: string;
}

const maxUriLength = 8 * 1024;

/**
 * String formats that `@atproto/lexicon` checks too loosely or too strictly, as AT Protocol defines them (Lexicon,
 * "String Formats"). The library accepts times without a zone or on the 30th of February, CIDs of version 0, and
 * languages of any length and case; it rejects CIDs in some bases, and schemes with a dot or a hyphen.
 */
const rules: Readonly<Record<string, FormatRule>> = {
  cid: {
    keeps: (text) => /^(?!Qmb)[a-zA-Z0-9+=]{8,256}$/.test(text),
    reason: "must be a cid string"
  },
  datetime: {
    keeps: (text) => Option.isSome(instant(text)),
    reason:
      "must be an RFC 3339 datetime with seconds and a time zone, on a day that exists, such as 2026-03-01T10:20:30.123Z"
  },
  language: {
    keeps: (text) => /^(?:[iI](?=-)|[xX](?=-)|[a-z]{2,3})(?:-[a-zA-Z0-9]+)*$/.test(text),
    reason: "must be a BCP 47 language tag, such as en or pt-BR"
  },
  uri: {
    keeps: (text) => text.length <= maxUriLength && /^[a-z][a-z.-]{0,80}:[^\s\p{C}]+$/u.test(text),
    reason: "must be a URI of at most 8 KiB"
  }
};

/** Returns the rule of a format that the library does not check here; undefined for all others. */
export const formatRule = (format: string | undefined): FormatRule | undefined =>
  format !== undefined && Object.hasOwn(rules, format) ? rules[format] : undefined;
