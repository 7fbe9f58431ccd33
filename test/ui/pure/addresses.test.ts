import { assert, describe, it } from "@effect/vitest";
import { matchPath } from "../../../ui/src/router/matchPath.ts";
import { exportAddress, filterOf, isFiltered } from "../../../ui/src/sections/audit/auditFilter.ts";

describe("matchPath", () => {
  it("returns the decoded parameters of a matching path", () => {
    assert.deepStrictEqual(matchPath("/clients/:clientId", "/clients/https%3A%2F%2Fapp.example%2Fid"), {
      clientId: "https://app.example/id"
    });
    assert.deepStrictEqual(matchPath("/", "/"), {});
  });

  it("returns null for any other path", () => {
    for (const path of ["/clients", "/clients/a/b", "/client/a", "/clients/%E0%A4%A"]) {
      assert.isNull(matchPath("/clients/:clientId", path), path);
    }
  });
});

describe("the filter in the query string", () => {
  it("is read from its parameters, and invalid values are ignored", () => {
    const search = new URLSearchParams(
      "did= alice.test &client=client_a&type=A.v1&type=B.v1&outcome=failure&since=2026-01-02T03:04:05Z&until=never"
    );
    assert.deepStrictEqual(filterOf(search), {
      text: null,
      did: "alice.test",
      clientId: "client_a",
      types: ["A.v1", "B.v1"],
      authorizationId: null,
      stream: null,
      requestId: null,
      reason: null,
      outcome: "FAILURE",
      since: "2026-01-02T03:04:05.000Z",
      until: null
    });
    assert.strictEqual(
      exportAddress(search),
      "/admin/audit.ndjson?did=alice.test&client=client_a&type=A.v1&type=B.v1&outcome=failure&since=2026-01-02T03%3A04%3A05.000Z"
    );
  });

  it("may be empty", () => {
    assert.isFalse(isFiltered(new URLSearchParams("page=2")));
    assert.strictEqual(exportAddress(new URLSearchParams()), "/admin/audit.ndjson");
  });
});
