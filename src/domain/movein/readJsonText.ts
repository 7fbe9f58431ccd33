import * as Option from "effect/Option";
import * as Schema from "effect/Schema";

/** Reads JSON text; none if it is malformed. */
export const readJsonText: (text: string) => Option.Option<unknown> = Schema.decodeOption(Schema.parseJson());

const readTexts = Schema.decodeOption(Schema.parseJson(Schema.Array(Schema.String)));

/** Reads a JSON list of strings; an empty list if it is anything else. */
export const readJsonTexts = (text: string): ReadonlyArray<string> => Option.getOrElse(readTexts(text), () => []);
