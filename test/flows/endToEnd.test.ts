import { afterAll, beforeAll, expect, it } from "vitest";
import type { Account } from "../pds/NetworkInfo.ts";
import { withPds } from "../support/withPds.ts";
import { App, type Tokens } from "./App.ts";
import { startService, type TestService } from "./startService.ts";

const loopbackCallback = "http://127.0.0.1:4321/callback";
const webCallback = "https://client.example/callback";

const modes = [
  { mode: "a public loopback client", publicUrl: undefined },
  { mode: "a confidential client", publicUrl: "https://flow.tidemark.internal" }
] as const;

const createStatus = `mutation ($status: String!, $createdAt: DateTime!) {
  createXyzStatusphereStatus(input: { status: $status, createdAt: $createdAt }) { uri cid did rkey status createdAt indexedAt actorHandle }
}`;
const feed = `query ($status: String) {
  xyzStatusphereStatus(where: { status: { eq: $status } }, sortBy: [{ field: createdAt, direction: DESC }]) {
    totalCount edges { cursor node { uri status } } pageInfo { hasNextPage endCursor }
  }
}`;

for (const { mode, publicUrl } of modes) {
  await withPds(`the whole path, toward the PDS as ${mode}`, (network) => {
    let running: TestService;
    let app: App;
    let account: Account;
    let tokens: Tokens;
    let uri: string;

    beforeAll(async () => {
      running = await startService(network, publicUrl);
      account = await network.pdses[0].createAccount({ handle: `flow-${publicUrl === undefined ? "l" : "c"}.test` });
      app = await App.make(running.service, await running.register("public", loopbackCallback));
    });
    afterAll(() => running?.stop());

    it("An app logs in", async () => {
      tokens = await app.login(account);
      expect(tokens).toMatchObject({ sub: account.did, tokenType: "dpop", scope: "atproto transition:generic" });
    });

    it("An app creates a record, and receives it as indexed", async () => {
      const createdAt = "2026-11-27T12:00:00.000Z";
      const created = await app.graphql(createStatus, { status: "🌊", createdAt }, tokens);
      expect(created).toMatchObject({ status: 200, errors: undefined });
      const node = { did: account.did, status: "🌊", createdAt, actorHandle: account.handle };
      expect(created.data).toMatchObject({ createXyzStatusphereStatus: node });
      const { createXyzStatusphereStatus: record } = Object(created.data);
      uri = String(record.uri);
      const url = `${network.pdses[0].url}/xrpc/com.atproto.repo.getRecord?${new URLSearchParams({
        repo: account.did,
        collection: "xyz.statusphere.status",
        rkey: record.rkey
      })}`;
      const atPds = await (await fetch(url)).json();
      expect(atPds).toEqual({
        uri,
        cid: record.cid,
        value: { $type: "xyz.statusphere.status", status: "🌊", createdAt }
      });
    });

    it("A created record is found by every caller", async () => {
      const found = await app.graphql(feed, { status: "🌊" });
      expect(found.data).toMatchObject({
        xyzStatusphereStatus: {
          totalCount: 1,
          edges: [{ node: { uri, status: "🌊" } }],
          pageInfo: { hasNextPage: false }
        }
      });
      expect((await app.graphql(feed, { status: "🐢" })).data).toMatchObject({
        xyzStatusphereStatus: { totalCount: 0 }
      });
    });

    it("A query knows the viewer, with the profile joined by DID", async () => {
      const query = "{ viewer { did handle appNeutralActorProfileByDid { displayName } } }";
      expect((await app.graphql(query)).data).toEqual({ viewer: null });
      const before = await app.graphql(query, {}, tokens);
      expect(before.data).toEqual({
        viewer: { did: account.did, handle: account.handle, appNeutralActorProfileByDid: null }
      });
      const update = `mutation { updateAppNeutralActorProfile(rkey: "self", input: { displayName: "Flow" }) { uri displayName } }`;
      const updated = await app.graphql(update, {}, tokens);
      expect(updated.errors).toBeUndefined();
      expect((await app.graphql(query, {}, tokens)).data).toMatchObject({
        viewer: { appNeutralActorProfileByDid: { displayName: "Flow" } }
      });
    });

    it("An app uploads a blob, and a record includes it", async () => {
      const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
      const upload =
        "mutation ($data: String!, $mimeType: String!) { uploadBlob(data: $data, mimeType: $mimeType) { ref mimeType size } }";
      const uploaded = await app.graphql(upload, { data: png, mimeType: "image/png" }, tokens);
      expect(uploaded.errors).toBeUndefined();
      const { uploadBlob: avatar } = Object(uploaded.data);
      expect(avatar).toMatchObject({ mimeType: "image/png", size: 70 });
      const update = `mutation ($avatar: BlobInput) {
        updateAppNeutralActorProfile(rkey: "self", input: { displayName: "Flow", avatar: $avatar }) { avatar { ref url(preset: "avatar") } }
      }`;
      const updated = await app.graphql(update, { avatar }, tokens);
      expect(updated.data).toMatchObject({
        updateAppNeutralActorProfile: {
          avatar: {
            ref: avatar.ref,
            // A PDS on this machine serves its images itself.
            url: `${network.pdses[0].url}/xrpc/com.atproto.sync.getBlob?did=${account.did}&cid=${avatar.ref}`
          }
        }
      });
    });

    it("An app deletes a record", async () => {
      const rkey = uri.split("/").at(-1);
      const gone = await app.graphql(
        "mutation ($rkey: String!) { deleteXyzStatusphereStatus(rkey: $rkey) { uri } }",
        { rkey },
        tokens
      );
      expect(gone.data).toEqual({ deleteXyzStatusphereStatus: { uri } });
      expect((await app.graphql(feed, { status: "🌊" })).data).toMatchObject({
        xyzStatusphereStatus: { totalCount: 0 }
      });
    });

    it("An app refreshes its tokens, and the old refresh token is no longer accepted", async () => {
      const refreshed = await app.refresh(tokens);
      expect(refreshed.refreshToken).not.toBe(tokens.refreshToken);
      expect(await app.refresh(tokens)).toEqual(refreshed);
      expect((await app.graphql("{ viewer { did } }", {}, refreshed)).data).toEqual({ viewer: { did: account.did } });
    });

    it("A confidential client uses a secret and bearer tokens", async () => {
      const server = await App.make(running.service, await running.register("confidential", webCallback));
      const bearer = await server.login(account);
      expect(bearer).toMatchObject({ sub: account.did, tokenType: "bearer" });
      expect((await server.graphql("{ viewer { did } }", {}, bearer)).data).toEqual({ viewer: { did: account.did } });
    });

    it("No secret of the flow is in the log", async () => {
      const text = running.service.output;
      for (const secret of [tokens.accessToken, tokens.refreshToken, account.password])
        expect(text).not.toContain(secret);
    });
  });
}
