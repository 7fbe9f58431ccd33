import * as Schema from "effect/Schema";

/** The maximum length of a label value in bytes of UTF-8 (`com.atproto.label.defs#label`). */
export const maxValueBytes = 128;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to refuse
const control = /[\u0000-\u001f]/;

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** Whether a text can be the value of a label. */
export const isLabelValue = (text: string): boolean =>
  text !== "" && text.isWellFormed() && !control.test(text) && bytesOf(text) <= maxValueBytes;

/** The value of a label of any source: 1 to 128 bytes of UTF-8 without control characters (`com.atproto.label.defs#label`). */
export const LabelValue = Schema.String.pipe(
  Schema.filter((text) => isLabelValue(text), {
    message: () => `must be a text of 1 to ${maxValueBytes} bytes without control characters`
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
