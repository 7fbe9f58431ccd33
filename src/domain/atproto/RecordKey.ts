import { isValidRecordKey } from "@atproto/syntax";
import * as Schema from "effect/Schema";

/** The last segment of the AT URI of a record (AT Protocol, Record Key). */
export const RecordKey = Schema.String.pipe(
  Schema.filter((text) => isValidRecordKey(text), {
    message: () => "must be a record key: 1 to 512 of the characters A-Z a-z 0-9 . - _ : ~, and not . or .."
  }),
  Schema.brand("RecordKey")
);
export type RecordKey = typeof RecordKey.Type;
