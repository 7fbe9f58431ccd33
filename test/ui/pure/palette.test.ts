import { assert, it } from "@effect/vitest";
import { foundGroups } from "../../../ui/src/palette/foundEntries.ts";

it.each([
  ["ACCOUNT", "did:plc:a", "Accounts", "/accounts/did%3Aplc%3Aa"],
  ["CLIENT", "https://app.example/id", "OAuth clients", "/clients/https%3A%2F%2Fapp.example%2Fid"],
  ["RECORD", "at://did:plc:a/xyz.statusphere.status/3k", "Records", "/records/xyz.statusphere.status/did%3Aplc%3Aa/3k"],
  ["COLLECTION", "xyz.statusphere.status", "Collections", "/records/xyz.statusphere.status"],
  ["LEXICON", "xyz.statusphere.status", "Lexicons", "/lexicons/xyz.statusphere.status"],
  ["EVENT", "12", "Events", "/audit/events/12"],
  ["AUTHORIZATION", "auth_1", "Authorizations", "/audit/authorizations/auth_1"],
  ["REQUEST", "01a2&did=x", "Requests", "/audit?request=01a2%26did%3Dx"]
] as const)("the search box leads from %s %s in %s to %s", (kind, id, group, to) => {
  const filled = foundGroups([{ kind, id, name: "A name", detail: null }]).filter(({ entries }) => entries.length > 0);
  assert.deepStrictEqual(
    filled.map(({ entries, name }) => [name, ...entries.map((entry) => entry.to)]),
    [[group, to]]
  );
});
