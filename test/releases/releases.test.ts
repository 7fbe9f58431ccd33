import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import * as oauth from "oauth4webapi";
import { afterAll, afterEach, assert, beforeAll, describe, it, vi } from "vitest";
import { OpenedRelease } from "./OpenedRelease.ts";
import { isStored } from "./storedRelease.ts";

const fileAt = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The versions with a section in the changelog; the section of what is not released yet has no number. */
const releases = [...(await readFile(fileAt("../../CHANGELOG.md"), "utf8")).matchAll(/^## v?(\d\S*)/gm)].map(
  ([, version = ""]) => version
);

const createStatus = `mutation {
  createXyzStatusphereStatus(input: { status: "⛵", createdAt: "2026-11-30T12:00:00Z" }) { uri }
}`;

it("The changelog lists at least one release", () => assert.isNotEmpty(releases));

it.each(releases)("A data folder of %s is stored", (version) => {
  assert.isTrue(
    isStored(version),
    `test/releases has no data folder of ${version}. Make it with: npm run data-folder -- --from <last commit of ${version}>`
  );
});

describe.each(releases.filter(isStored))("the data folder of %s", (version) => {
  let release: OpenedRelease;
  /** Apps have the clock of the service: their proofs name the time. */
  const adjustClock = () => vi.useFakeTimers({ toFake: ["Date"], now: release.now() });

  beforeAll(async () => {
    release = await OpenedRelease.open(version);
  }, 120_000);
  afterEach(() => void vi.useRealTimers());
  afterAll(() => release?.close());

  it("The service starts on it, and is ready", async () => {
    const response = await fetch(`${release.service.reach}/ready`);
    assert.strictEqual(response.status, 200, await response.text());
  });

  it("It has the same clients", async () => {
    const clients = await release.clients();
    assert.strictEqual(clients.length, release.facts.clients.length);
    for (const [index, client] of release.facts.clients.entries()) assert.containsSubset(clients[index], client);
  });

  it("Queries return the same records", async () => {
    const [session] = release.facts.sessions;
    assert.isDefined(session);
    const [app] = await release.appOf(session);
    for (const { data, query } of release.facts.queries) {
      const response = await app.graphql(query);
      assert.isUndefined(response.errors);
      assert.deepStrictEqual(response.data, data);
    }
  });

  it("Sessions that last are refreshed, and write to the PDS with what the vault holds", async () => {
    const lasting = release.facts.sessions.filter(({ endReason }) => endReason === null);
    assert.isNotEmpty(lasting);
    adjustClock();
    for (const session of lasting) {
      const [app, tokens] = await release.appOf(session);
      const refreshed = await app.refresh(tokens);
      assert.strictEqual(refreshed.sub, session.did);
      const { data, errors } = await app.graphql(createStatus, {}, refreshed);
      assert.isUndefined(errors, JSON.stringify(errors));
      assert.match(JSON.stringify(data), new RegExp(`at://${session.did}/xyz.statusphere.status/`));
    }
  });

  it("Sessions that had ended are refused with the reason", async () => {
    const ended = release.facts.sessions.filter(({ endReason }) => endReason !== null);
    assert.isNotEmpty(ended);
    adjustClock();
    for (const session of ended) {
      const [app, tokens] = await release.appOf(session);
      const error: unknown = await app.refresh(tokens).then(
        () => null,
        (cause: unknown) => cause
      );
      assert.instanceOf(error, oauth.ResponseBodyError);
      assert.containsSubset(error.cause, { error: "invalid_grant", end_reason: session.endReason });
    }
  });

  it("Its log verifies", async () => {
    const { code, output } = await release.command("audit", "verify");
    assert.strictEqual(code, 0, output);
  });

  it("Its log verifies for outsiders", async () => {
    const { code, output } = await release.verifyExport();
    assert.strictEqual(code, 0, output);
  });

  it("Everything derived from the log matches it", async () => {
    const { code, output } = await release.command("registry", "compare");
    assert.strictEqual(code, 0, output);
  });
});
