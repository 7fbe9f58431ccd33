import { replaceAt, valueAt } from "./jsonPointer.ts";
import type { PersonalPart } from "./PersonalPart.ts";

/** Returns an event, or a part of it, with `{"commitment": …}` in place of each personal value: what the leaf hash covers. */
export const committedForm = (event: unknown, parts: ReadonlyArray<PersonalPart>): unknown =>
  parts.reduce(
    (whole, { commitment, pointers }) =>
      pointers.reduce((each, pointer) => replaceAt(each, pointer, { commitment }), whole),
    event
  );

/** The commitments, salts and values that can still be shown of an event, by JSON pointer. */
export const shownParts = (
  event: unknown,
  parts: ReadonlyArray<PersonalPart>
): Readonly<Record<string, { readonly salt: string; readonly value: unknown }>> =>
  Object.fromEntries(
    parts.flatMap(({ pointers, salt }) =>
      salt === null ? [] : pointers.map((pointer) => [pointer, { salt, value: valueAt(event, pointer) }])
    )
  );
