import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { blobCidOf } from "../../src/domain/record/blob/blobCid.ts";
import type { Account } from "../pds/NetworkInfo.ts";
import { withPds } from "../support/withPds.ts";
import { App, type Tokens } from "./App.ts";
import { eventually } from "./eventually.ts";
import { startService, type TestService } from "./startService.ts";
import { WriteLog } from "./WriteLog.ts";

const megabyte = 1_000_000;
const piece = Buffer.alloc(65_536, "tide mark ");

/** Memory of a process that is not shared with others, in bytes. */
const residentBytes = (pid: number): number =>
  Number(/^RssAnon:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) * 1024;

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

await withPds("blobs, streamed to a real PDS", (network) => {
  let running: TestService;
  let app: App;
  let account: Account;
  let tokens: Tokens;
  let log: WriteLog;

  beforeAll(async () => {
    running = await startService(network, undefined, { BLOB_LIMIT: String(56 * megabyte) });
    account = await network.pdses[0].createAccount({ handle: "blobs-flow.test" });
    app = await App.make(running.service, await running.register("public", "http://127.0.0.1:4321/callback"));
    tokens = await app.login(account);
    log = await WriteLog.at(running.env.DATABASE_URL ?? "");
  });
  afterAll(async () => {
    await log?.stop();
    await running?.stop();
  });

  const begin = async (headers: Readonly<Record<string, string>> = {}) =>
    request(`${running.service.reach}/blobs`, {
      method: "POST",
      agent: false,
      headers: {
        "content-type": "application/x-tide",
        authorization: `DPoP ${tokens.accessToken}`,
        dpop: await app.proof("POST", "/blobs", tokens.accessToken),
        ...headers
      }
    });

  /** Uploads so many bytes, and looks after each piece. */
  const upload = async (size: number, headers: Readonly<Record<string, string>>, look = () => {}) => {
    const outgoing = await begin(headers);
    const hash = createHash("sha256");
    const answered = new Promise<Answer>((resolve, reject) => {
      outgoing.once("error", reject);
      outgoing.once("response", async (response) => {
        const text = (await response.toArray()).join("");
        resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) });
      });
    });
    let over = false;
    answered.finally(() => (over = true)).catch(() => undefined);
    for (let sent = 0; sent < size && !over; sent += piece.length) {
      const next = piece.subarray(0, Math.min(piece.length, size - sent));
      hash.update(next);
      if (!outgoing.write(next))
        await Promise.race([new Promise((resolve) => outgoing.once("drain", resolve)), answered]);
      look();
    }
    outgoing.end();
    return { ...(await answered), cid: blobCidOf(hash.digest()) };
  };

  it("An upload of 50 MB needs a fraction of that memory, and the PDS stores every byte", async () => {
    const { pid } = running.service;
    await upload(10 * megabyte, {});
    await upload(10 * megabyte, {});
    const before = residentBytes(pid);
    let most = before;
    const size = 50 * megabyte;
    const { body, cid, status } = await upload(size, { "content-length": String(size) }, () => {
      most = Math.max(most, residentBytes(pid));
    });
    expect({ status, body }).toEqual({
      status: 200,
      body: { blob: { ref: cid, mimeType: "application/x-tide", size } }
    });
    expect(most - before).toBeLessThan(size / 2);
  }, 60_000);

  it("A blob that is too large for the PDS is rejected with the response of the PDS", async () => {
    const { body, status } = await upload(55 * megabyte, {});
    expect(status).toBe(413);
    expect(body).toMatchObject({ errors: [{ extensions: { code: "BLOB_TOO_LARGE" } }] });
    expect(JSON.stringify(body)).toContain("The PDS reports:");
  }, 60_000);

  it("A blob is stored after the PDS rejected the one before it", async () => {
    const { status } = await upload(20 * megabyte, {});
    expect(status).toBe(200);
  }, 60_000);

  it("An app that disconnects aborts the upload to the PDS, and other uploads continue", async () => {
    const outgoing = await begin();
    outgoing.on("error", () => undefined);
    // The service takes no more than the PDS takes, and no more fits in between: so the PDS has a part of it by then.
    for (let sent = 0; sent < 40 * megabyte; sent += piece.length)
      if (!outgoing.write(piece)) await once(outgoing, "drain");
    outgoing.destroy();
    await eventually("the upload is recorded as incomplete", async () =>
      (await log.writes()).some(({ story }) => story.includes("BlobUploadFailed(incomplete)"))
    );
    const { status } = await upload(megabyte, {});
    expect(status).toBe(200);
  });

  it("An error names the blob that the PDS does not have", async () => {
    const avatar = {
      ref: blobCidOf(createHash("sha256").update("nobody has this").digest()),
      mimeType: "image/png",
      size: 15
    };
    const update = `mutation ($avatar: BlobInput) { updateAppNeutralActorProfile(rkey: "self", input: { avatar: $avatar }) { uri } }`;
    const { errors } = await app.graphql(update, { avatar }, tokens);
    expect(errors).toMatchObject([{ extensions: { code: "BLOB_NOT_FOUND" } }]);
    expect(JSON.stringify(errors)).toContain(avatar.ref);
  });
});
