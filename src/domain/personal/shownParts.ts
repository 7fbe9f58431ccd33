import { valueAt } from "./jsonPointer.ts";
import type { PersonalPart } from "./PersonalPart.ts";

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
