import { afterAll, beforeAll, expect, it } from "vitest";
import type { Account } from "../pds/NetworkInfo.ts";
import { withPds } from "../support/withPds.ts";
import { App, type Tokens } from "./App.ts";
import { startService, type TestService } from "./startService.ts";

const collection = "xyz.statusphere.status";
const input = `{ status: "🌊", createdAt: "2026-11-28T00:00:00Z" }`;

await withPds("scopes, at a real PDS", (network) => {
  let running: TestService;
  let app: App;
  let account: Account;

  beforeAll(async () => {
    running = await startService(network);
    account = await network.pdses[0].createAccount({ handle: "scopes-flow.test" });
    app = await App.make(running.service, await running.register("public", "http://127.0.0.1:4321/callback"));
  });
  afterAll(() => running?.stop());

  const loginFor = async (scope: string): Promise<Tokens> => {
    const login = app.begin();
    const atPds = await app.visit(login, await app.authorizationUrl(login, { login_hint: account.handle, scope }));
    return app.exchange(login, await app.visit(login, await app.approve(atPds, account)));
  };

  const mutate = async (document: string, tokens: Tokens) => {
    const { data, errors } = await app.graphql(`mutation { ${document} }`, {}, tokens);
    const code = errors === undefined ? null : Object(errors)[0].extensions.code;
    return { code, data: Object(data), errors };
  };

  it("An app that may only update changes existing records, and creates none", async () => {
    const writer = await loginFor(`atproto repo:${collection}?action=create`);
    const created = await mutate(`made: createXyzStatusphereStatus(input: ${input}) { rkey }`, writer);
    expect(created.errors).toBeUndefined();
    const { rkey } = created.data.made;

    const updater = await loginFor(`atproto repo:${collection}?action=update`);
    expect(updater.scope).toBe(`atproto repo:${collection}?action=update`);
    const update = (at: string) =>
      `updateXyzStatusphereStatus(rkey: "${at}", input: { status: "🐢", createdAt: "2026-11-28T00:00:00Z" }) { status }`;
    const updated = await mutate(`done: ${update(rkey)}`, updater);
    expect(updated.data).toEqual({ done: { status: "🐢" } });
    expect((await mutate(update("3jzfcijpj2z2a"), updater)).code).toBe("NOT_FOUND");
    expect((await mutate(`createXyzStatusphereStatus(input: ${input}) { uri }`, updater)).errors).toMatchObject([
      { extensions: { code: "FORBIDDEN", scope: `repo:${collection}?action=create` } }
    ]);
    expect((await mutate(update(rkey), writer)).code).toBe("FORBIDDEN");
    const inBatch = `applyWrites(writes: [{ update: { xyzStatusphereStatus: ${input} }, rkey: "3jzfcijpj2z2a" }]) { uri }`;
    expect((await mutate(inBatch, updater)).code).not.toBeNull();
    const found = await app.graphql(
      `{ xyzStatusphereStatus(where: { did: { eq: "${account.did}" } }) { totalCount } }`
    );
    expect(found.data).toEqual({ xyzStatusphereStatus: { totalCount: 1 } });
  });
});
