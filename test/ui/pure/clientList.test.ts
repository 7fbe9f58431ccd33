import { assert, describe, it } from "vitest";
import { groupClients, type ListedClient } from "../../../ui/src/sections/clients/groupClients.ts";
import { entryOf, secondsOf } from "../../../ui/src/sections/clients/lifetimeUnits.ts";
import type { Client } from "../../../ui/src/sections/clients/useClients.ts";

const listed = (
  clientName: string,
  lastUsedAt: string | null,
  change: Partial<Pick<Client, "clientOrigin" | "mayAdminister">> = {}
): ListedClient => ({
  client: {
    clientId: `client_${clientName}`,
    clientName,
    clientType: "PUBLIC",
    clientOrigin: "ADMIN",
    redirectUris: [],
    scope: "atproto",
    tokenEndpointAuthMethod: "none",
    jwksUri: null,
    mayAdminister: false,
    accessTokenSeconds: null,
    refreshTokenSeconds: null,
    authorizationSeconds: null,
    effectiveLifetimes: { accessTokenSeconds: 900, refreshTokenSeconds: 2_592_000, authorizationSeconds: 31_536_000 },
    ...change
  },
  summary: { clientId: `client_${clientName}`, signIns: 0, activeSessions: 0, lastUsedAt }
});

const clients = [
  listed("newest", null),
  listed("agent", "2026-11-29T10:00:00.000Z", { clientOrigin: "ITSELF" }),
  listed("used", "2026-11-28T10:00:00.000Z", { clientOrigin: "OPERATOR" }),
  listed("deploys", "2026-11-27T10:00:00.000Z", { mayAdminister: true }),
  listed("busy", "2026-11-29T10:00:00.000Z")
];

const namesOf = (...args: Parameters<typeof groupClients>) =>
  groupClients(...args).map(({ clients: found, title }) => [title, found.map(({ client }) => client.clientName)]);

describe("the list of clients", () => {
  it("groups them by who registered them, the last used first and the unused last", () => {
    assert.deepStrictEqual(namesOf(clients, "used", 100), [
      ["With admin access", ["deploys"]],
      ["Registered here", ["busy", "used", "newest"]],
      ["Registered themselves", ["agent"]]
    ]);
  });

  it("sorts them by name or registration, and shows a part of a long list", () => {
    assert.deepStrictEqual(namesOf(clients, "name", 3), [
      ["With admin access", ["deploys"]],
      ["Registered here", ["busy", "newest"]]
    ]);
    assert.deepStrictEqual(namesOf(clients, "registered", 100)[1], ["Registered here", ["newest", "used", "busy"]]);
    assert.deepStrictEqual(namesOf([], "used", 100), []);
  });
});

describe("lifetimes with units", () => {
  it.each([
    [300, { count: "5", unit: "minutes" }],
    [3_600, { count: "1", unit: "hours" }],
    [129_600, { count: "36", unit: "hours" }],
    [2_592_000, { count: "30", unit: "days" }],
    [90, { count: "90", unit: "seconds" }]
  ] as const)("shows %i seconds in the largest unit, and reads them back", (seconds, entry) => {
    assert.deepStrictEqual(entryOf(seconds, 60), entry);
    assert.strictEqual(secondsOf(entry), seconds);
  });

  it("shows an empty field for the default, in the unit of the default, and reads a fraction and a text", () => {
    assert.deepStrictEqual(entryOf(null, 900), { count: "", unit: "minutes" });
    assert.isNull(secondsOf({ count: " ", unit: "hours" }));
    assert.strictEqual(secondsOf({ count: "1.5", unit: "hours" }), 5_400);
    assert.isNaN(secondsOf({ count: "soon", unit: "hours" }));
  });
});
