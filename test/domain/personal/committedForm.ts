import { replaceAt } from "../../../src/domain/personal/jsonPointer.ts";
import type { PersonalPart } from "../../../src/domain/personal/PersonalPart.ts";

/** Returns an event with `{"commitment": …}` in place of each personal value. */
export const committedForm = (event: unknown, parts: ReadonlyArray<PersonalPart>): unknown =>
  parts.reduce(
    (whole, { commitment, pointers }) =>
      pointers.reduce((each, pointer) => replaceAt(each, pointer, { commitment }), whole),
    event
  );
