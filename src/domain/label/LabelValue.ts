import * as Schema from "effect/Schema";

/** The maximum length of a label value in bytes of UTF-8 (`com.atproto.label.defs#label`). */
export const maxValueBytes = 128;

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** The value of a label of any source: 1 to 128 bytes of UTF-8 (`com.atproto.label.defs#label`). */
export const LabelValue = Schema.String.pipe(
  Schema.filter((text) => text.isWellFormed() && text !== "" && bytesOf(text) <= maxValueBytes, {
    message: () => `must be a text of 1 to ${maxValueBytes} bytes`
  }),
  Schema.brand("LabelValue")
);
export type LabelValue = typeof LabelValue.Type;

/** The most letters of a value that has a definition (`com.atproto.label.defs#labelValueDefinition`). */
export const maxDefinedLength = 100;

const definable = /^[a-z]+(?:-[a-z]+)*$/;

/** Whether a value can be defined: lower-case ASCII letters in words that are joined by hyphens, 100 characters at most. */
export const isDefinable = (text: string): boolean => text.length <= maxDefinedLength && definable.test(text);

/** Whether a value is reserved for the network: it begins with `!`, and applies whatever a viewer prefers. */
export const isSystemValue = (val: string): boolean => val.startsWith("!");
