import { assert, describe, it } from "@effect/vitest";
import {
  isFromAnotherOrigin,
  isFromOwnPage,
  isOpenedFromElsewhere,
  mayUseSession
} from "../../../../src/adapters/http/browser/sameOrigin.ts";
import { publicUrl } from "../../../support/memoryService.ts";
import { requestOf } from "../settings/settingsServer.ts";

type Headers = Readonly<Record<string, string>>;

/** What each policy makes of a request: own page, another origin, opened from elsewhere, session by GET, session by POST. */
type Results = readonly [boolean, boolean, boolean, boolean, boolean];

const cases: ReadonlyArray<readonly [what: string, headers: Headers, results: Results]> = [
  ["a page of the service", { "sec-fetch-site": "same-origin", origin: publicUrl }, [true, false, false, true, true]],
  ["a page of the service in an old browser", { origin: publicUrl }, [true, false, false, true, true]],
  [
    "a page of the service without a referrer, in an old browser",
    { origin: "null" },
    [false, false, false, false, false]
  ],
  [
    "a page of the service without a referrer",
    { "sec-fetch-site": "same-origin", origin: "null" },
    [true, false, false, true, true]
  ],
  ["a client that sends no such headers", {}, [false, false, false, true, false]],
  ["the address bar", { "sec-fetch-site": "none" }, [false, true, false, true, false]],
  ["a link on another site", { "sec-fetch-site": "cross-site" }, [false, true, true, true, false]],
  ["a link on another origin of this site", { "sec-fetch-site": "same-site" }, [false, true, true, true, false]],
  [
    "another site that claims the origin",
    { "sec-fetch-site": "cross-site", origin: publicUrl },
    [false, true, true, false, false]
  ],
  ["another site in an old browser", { origin: "https://evil.example" }, [false, true, false, false, false]],
  ["a longer host in an old browser", { origin: `${publicUrl}.evil.example` }, [false, true, false, false, false]]
];

describe("the same-origin policies", () => {
  for (const [what, headers, results] of cases) {
    it(`classify a request from ${what}`, () => {
      const request = requestOf("POST", headers);
      assert.deepStrictEqual(
        [
          isFromOwnPage(request, publicUrl),
          isFromAnotherOrigin(request, publicUrl),
          isOpenedFromElsewhere(request),
          mayUseSession(requestOf("GET", headers), publicUrl),
          mayUseSession(request, publicUrl)
        ],
        results
      );
    });
  }
});
