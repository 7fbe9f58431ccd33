import * as Effect from "effect/Effect";
import { adminApiPage } from "./adminApiPage.ts";
import { configurationPage } from "./configurationPage.ts";
import { errorsPage } from "./errorsPage.ts";
import { eventsPage } from "./eventsPage.ts";

/** Generates the reference pages from the code, by their path in the repository. */
export const referencePages = Effect.map(
  configurationPage,
  (configuration): ReadonlyMap<string, string> =>
    new Map([
      ["docs/reference/admin-api.md", adminApiPage()],
      ["docs/reference/configuration.md", configuration],
      ["docs/reference/errors.md", errorsPage()],
      ["docs/reference/events.md", eventsPage()]
    ])
);
