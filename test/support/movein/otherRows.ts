import type { OtherRows } from "./otherDatabase.ts";

export const publicClientId = "client_AAAAAAAAAAAAAAAAAAAAAA";
export const confidentialClientId = "client_BBBBBBBBBBBBBBBBBBBBBB";
export const confidentialSecret = "c2VjcmV0LW9mLTMyLXJhbmRvbS1ieXRlcy1hYmNkZWY";
export const otherAlice = "did:plc:alice234alice234alice234";
export const otherBob = "did:plc:bob4567bob4567bob4567bob";

/** A client as that software stores it: its columns, with those that are given in place of the usual ones. */
export const otherClient = (
  given: Readonly<Record<string, string | number | boolean | null>>
): OtherRows[string][number] => ({
  client_id: publicClientId,
  client_secret: null,
  client_name: "Statusphere",
  redirect_uris: JSON.stringify(["http://127.0.0.1:3000/"]),
  grant_types: JSON.stringify(["authorization_code", "refresh_token"]),
  response_types: JSON.stringify(["code"]),
  scope: "atproto transition:generic",
  token_endpoint_auth_method: "none",
  client_type: "public",
  created_at: 1764500000,
  updated_at: 1764500000,
  metadata: "{}",
  access_token_expiration: 3600,
  refresh_token_expiration: 2592000,
  require_redirect_exact: true,
  registration_access_token: null,
  jwks: null,
  ...given
});

export const statusLexicon = {
  lexicon: 1,
  id: "xyz.statusphere.status",
  defs: {
    main: {
      type: "record",
      key: "tid",
      record: {
        type: "object",
        required: ["status", "createdAt"],
        properties: {
          status: { type: "string", minLength: 1, maxGraphemes: 1, maxLength: 32 },
          createdAt: { type: "string", format: "datetime" }
        }
      }
    }
  }
};

const statusUri = `at://${otherBob}/xyz.statusphere.status/3l2zpbbhyxs2b`;

/** A small instance of version 0.20: two apps, an admin, a label definition, labels, and sessions that are not moved. */
export const otherRows: OtherRows = {
  schema_migrations: [{ version: "20241210000001" }, { version: "20251230000001" }],
  config: [
    { key: "admin_dids", value: `${otherAlice}, ${otherAlice},not-a-did` },
    { key: "domain_authority", value: "xyz.statusphere" },
    { key: "jetstream_url", value: "wss://jetstream2.us-west.bsky.network/subscribe" },
    { key: "oauth_supported_scopes", value: "atproto transition:generic" },
    { key: "relay_url", value: "https://relay.example.com" }
  ],
  lexicon: [
    { id: "xyz.statusphere.broken", json: JSON.stringify({ lexicon: 1, id: "xyz.statusphere.broken", defs: 3 }) },
    { id: statusLexicon.id, json: JSON.stringify(statusLexicon) }
  ],
  oauth_client: [
    otherClient({ client_id: "admin", client_name: "Admin UI", redirect_uris: "[]", grant_types: "[]", scope: null }),
    otherClient({}),
    otherClient({
      client_id: confidentialClientId,
      client_name: "Server",
      client_secret: confidentialSecret,
      redirect_uris: JSON.stringify(["http://127.0.0.1:3000/callback", "http://app.example.com/callback"]),
      token_endpoint_auth_method: "client_secret_basic",
      client_type: "confidential",
      access_token_expiration: 86400,
      refresh_token_expiration: 0
    })
  ],
  label_definition: [
    { val: "off-topic", description: "Not about it", severity: "inform", default_visibility: "hide" },
    { val: "Level2", description: "With a digit", severity: "alert", default_visibility: "warn" },
    { val: "!takedown", description: "Removed", severity: "takedown", default_visibility: "hide" },
    { val: "spam", description: "Spam", severity: "inform", default_visibility: "ignore" }
  ],
  label: [
    { src: otherAlice, uri: statusUri, val: "!takedown", neg: false, cts: "2026-01-01 12:00:00", cid: null, exp: null },
    { src: otherAlice, uri: otherBob, val: "spam", neg: false, cts: "2026-01-01 12:00:00", cid: null, exp: null },
    { src: otherAlice, uri: otherBob, val: "spam", neg: true, cts: "2026-01-02 12:00:00", cid: null, exp: null },
    {
      src: otherAlice,
      uri: otherBob,
      val: "gore",
      neg: false,
      cts: "2026-01-01 12:00:00",
      cid: null,
      exp: "2026-01-02 12:00:00"
    },
    {
      src: otherAlice,
      uri: otherBob,
      val: "off-topic",
      neg: false,
      cts: "2026-01-01 12:00:00",
      cid: "x",
      exp: "2096-01-02 12:00:00"
    }
  ],
  record: [
    { uri: statusUri, cid: "bafy", did: otherBob, collection: "xyz.statusphere.status", json: "{}" },
    { uri: `${statusUri}c`, cid: "bafy", did: otherBob, collection: "xyz.statusphere.status", json: "{}" }
  ],
  oauth_access_token: [
    { token: "token-of-alice", client_id: publicClientId, scope: "atproto transition:email repo:a.b.c" }
  ],
  oauth_refresh_token: [{ token: "refresh-of-alice", client_id: publicClientId }],
  oauth_atp_session: [{ session_id: "s", iteration: 0, dpop_key: "private-key-of-alice" }],
  report: [
    { reporter_did: otherAlice, subject_uri: statusUri, status: "pending" },
    { reporter_did: otherBob, subject_uri: statusUri, status: "resolved" }
  ],
  actor_label_preference: [{ did: otherAlice, label_val: "spam", visibility: "hide" }]
};
