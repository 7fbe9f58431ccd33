import type { Json, JsonObject } from "../../../domain/json/Json.ts";

/** Puts the roots that different parts of the service answered into the order they were asked in. */
export const mergeRoots = (keys: ReadonlyArray<string>, ...answers: ReadonlyArray<JsonObject>): JsonObject =>
  Object.fromEntries(
    keys.flatMap((key): ReadonlyArray<readonly [string, Json]> => {
      const answer = answers.find((each) => Object.hasOwn(each, key));
      return answer === undefined ? [] : [[key, answer[key] ?? null]];
    })
  );
