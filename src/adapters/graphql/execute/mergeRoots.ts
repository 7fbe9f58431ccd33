import type { Json, JsonObject } from "../../../domain/json/Json.ts";

/** Merges the results of the root fields in the requested order. */
export const mergeRoots = (keys: ReadonlyArray<string>, ...answers: ReadonlyArray<JsonObject>): JsonObject =>
  Object.fromEntries(
    keys.flatMap((key): ReadonlyArray<readonly [string, Json]> => {
      const answer = answers.find((each) => Object.hasOwn(each, key));
      return answer === undefined ? [] : [[key, answer[key] ?? null]];
    })
  );
