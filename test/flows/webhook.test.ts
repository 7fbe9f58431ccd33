import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as Effect from "effect/Effect";
import * as ManagedRuntime from "effect/ManagedRuntime";
import * as Redacted from "effect/Redacted";
import { Webhook } from "standardwebhooks";
import { afterAll, assert, beforeAll, describe, it } from "vitest";
import { tidemark } from "../adapters/cli/tidemark.ts";
import * as TestDatabase from "../support/TestDatabase.ts";
import { testSecretsEnvironment } from "../support/testSubjectKeys.ts";
import { eventually } from "./eventually.ts";
import { ServiceProcess } from "./ServiceProcess.ts";

const secret = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDNlXmYnPQ";

interface Received {
  readonly id: string;
  readonly body: string;
  /** Whether the receiver responded. */
  readonly isAccepted: boolean;
}

/** A receiver that verifies what it gets. It responds only while `isUp`. */
class Receiver {
  isUp = true;
  readonly received: Array<Received> = [];
  readonly #server = createServer((request, response) => void this.#receive(request, response));

  async #receive(request: AsyncIterable<Buffer> & { headers: NodeJS.Dict<unknown> }, response: ServerResponse) {
    const chunks: Array<Buffer> = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)])
    );
    new Webhook(secret).verify(body, headers);
    this.received.push({ id: headers["webhook-id"] ?? "", body, isAccepted: this.isUp });
    if (this.isUp) response.writeHead(204).end();
  }

  async listen(): Promise<string> {
    await once(this.#server.listen(0, "127.0.0.1"), "listening");
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/hook`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

describe("the webhook of a process that is killed", () => {
  const databases = ManagedRuntime.make(TestDatabase.database);
  const receiver = new Receiver();
  let env: Readonly<Record<string, string>> = {};
  let service: ServiceProcess;

  const command = (...words: ReadonlyArray<string>) =>
    Effect.runPromise(tidemark({ DATABASE_URL: env.DATABASE_URL ?? "" }, ...words));

  beforeAll(async () => {
    const { url } = await databases.runPromise(TestDatabase.TestDatabase);
    env = {
      DATABASE_URL: Redacted.value(url),
      DATA_DIR: await mkdtemp(join(tmpdir(), "tidemark-webhook-")),
      WEBHOOK_URL: await receiver.listen(),
      WEBHOOK_SECRET: secret,
      ...testSecretsEnvironment
    };
    service = await ServiceProcess.start({ env });
  }, 60_000);

  afterAll(async () => {
    await service?.stop();
    receiver.close();
    await databases.dispose();
    await rm(env.DATA_DIR ?? "", { recursive: true, force: true });
  });

  it("sends a message again that was in flight, with the same id and body, and the others once", async () => {
    assert.strictEqual((await command("webhook", "test")).code, 0);
    receiver.isUp = false;
    // Any event that a message is about: the command line creates one without another server.
    assert.strictEqual((await command("setup-token")).code, 0);
    const unanswered = () => receiver.received.filter(({ isAccepted }) => !isAccepted);
    await eventually("a message is in flight", async () => unanswered().length === 1, 30_000);
    await service.kill();
    receiver.isUp = true;
    await service.start();
    assert.strictEqual((await command("setup-token")).code, 0);
    const status = async () => JSON.parse((await command("webhook", "status", "--json")).stdout);
    await eventually("all messages are delivered", async () => (await status()).pending === 0, 150_000);
    const [lost] = unanswered();
    const sent = receiver.received.filter(({ id }) => id === lost?.id);
    assert.deepStrictEqual(
      sent.map(({ body, isAccepted }) => [body, isAccepted]),
      [
        [lost?.body, false],
        [lost?.body, true]
      ]
    );
    const others = receiver.received.map(({ id }) => id).filter((id) => id !== lost?.id);
    assert.strictEqual(new Set(others).size, others.length);
    assert.isAtLeast(others.length, 3);
    assert.deepInclude(await status(), { pending: 0, givenUp: 0, stoppedAt: null });
  }, 240_000);
});
