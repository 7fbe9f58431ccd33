import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import type * as Layer from "effect/Layer";
import * as Redacted from "effect/Redacted";
import type * as Scope from "effect/Scope";
import { OtherInstances } from "../../src/domain/movein/OtherInstances.ts";
import type { OtherRows } from "../support/movein/otherDatabase.ts";
import {
  confidentialClientId,
  confidentialSecret,
  otherBob,
  otherRows,
  publicClientId,
  statusLexicon
} from "../support/movein/otherRows.ts";

/** What every reader of the databases of other instances guarantees. `create` makes a database with rows. */
export const otherInstancesContract = <R>(
  storage: "sqlite" | "postgres",
  layer: Layer.Layer<R | OtherInstances>,
  create: (rows: OtherRows) => Effect.Effect<string, never, R | Scope.Scope>
) =>
  it.layer(layer, { timeout: "60 seconds" })(`an instance in ${storage}`, (it) => {
    it.scoped("is read with its Lexicons, clients, settings, labels and counts", () =>
      Effect.gen(function* () {
        const address = yield* create(otherRows);
        const other = yield* (yield* OtherInstances).read(address);
        assert.strictEqual(other.storage, storage);
        assert.strictEqual(other.schemaVersion, "20251230000001");
        assert.deepStrictEqual(other.lexicons.map(({ document, id }) => [id, JSON.parse(document)])[1], [
          statusLexicon.id,
          statusLexicon
        ]);
        assert.strictEqual(other.settings.get("domain_authority"), "xyz.statusphere");
        const server = other.clients.find(({ clientId }) => clientId === confidentialClientId);
        assert.strictEqual(
          server?.secret === null ? null : Redacted.value(server?.secret ?? Redacted.make("")),
          confidentialSecret
        );
        assert.deepInclude(server, {
          name: "Server",
          scope: "atproto transition:generic",
          tokenEndpointAuthMethod: "client_secret_basic",
          accessTokenLifetime: 86_400,
          refreshTokenLifetime: 0,
          requiresExactRedirectUri: true,
          jwks: null,
          grantedScopes: []
        });
        assert.deepStrictEqual(other.clients.find(({ clientId }) => clientId === publicClientId)?.grantedScopes, [
          "atproto transition:email repo:a.b.c"
        ]);
        assert.deepStrictEqual(
          other.labelDefinitions.find(({ val }) => val === "off-topic"),
          { val: "off-topic", description: "Not about it", severity: "inform", defaultVisibility: "hide" }
        );
        assert.deepStrictEqual(
          other.labels.map(({ exp, neg, val }) => [val, neg, exp]),
          [
            ["!takedown", false, null],
            ["spam", false, null],
            ["gore", false, "2026-01-02T12:00:00.000Z"],
            ["off-topic", false, "2096-01-02T12:00:00.000Z"],
            ["spam", true, null]
          ]
        );
        assert.deepStrictEqual(other.collections, [{ collection: "xyz.statusphere.status", records: 2, accounts: 1 }]);
        assert.deepStrictEqual(other.accounts, [otherBob]);
        assert.deepStrictEqual(other.leftBehind, {
          sessions: 3,
          pendingReports: 1,
          settledReports: 1,
          labelPreferences: 1
        });
        const everything = JSON.stringify([...other.settings, other]);
        for (const secret of [confidentialSecret, "token-of-alice", "refresh-of-alice", "private-key-of-alice"])
          assert.notInclude(everything, secret);
      })
    );
  });
