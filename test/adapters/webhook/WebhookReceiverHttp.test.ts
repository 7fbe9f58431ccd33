import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Redacted from "effect/Redacted";
import { Webhook } from "standardwebhooks";
import * as OutboundHttpUndici from "../../../src/adapters/outbound/OutboundHttpUndici.ts";
import { signMessage } from "../../../src/adapters/webhook/signMessage.ts";
import * as WebhookReceiverHttp from "../../../src/adapters/webhook/WebhookReceiverHttp.ts";
import { type SentMessage, WebhookReceiver } from "../../../src/domain/webhook/WebhookReceiver.ts";
import { scriptedServer } from "../../support/scriptedServer.ts";

const encoded = [
  "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwAbCdEfGh",
  "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDNlXmYnPQ"
] as const;

const secretOf = (text: string) => Redacted.make(Uint8Array.from(Buffer.from(text.slice("whsec_".length), "base64")));

const send = Effect.fnUntraced(function* (
  url: string,
  message: SentMessage,
  { allowLoopback = true, timeLimit = 15_000 } = {}
) {
  const layer = WebhookReceiverHttp.layer(
    {
      url: Redacted.make(url),
      secrets: [secretOf(encoded[0]), secretOf(encoded[1])],
      topics: new Set()
    },
    timeLimit
  ).pipe(Layer.provide(OutboundHttpUndici.layer({ allowLoopback })));
  return yield* Effect.gen(function* () {
    const receiver = yield* WebhookReceiver;
    assert.isNotNull(receiver);
    return yield* receiver.send(message);
  }).pipe(Effect.provide(layer));
});

const message = (): SentMessage => ({
  id: "msg_0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b",
  body: JSON.stringify({ type: "webhook.test", timestamp: "2026-03-01T10:00:00.000Z", text: "grüß dich", data: {} }),
  sentAt: Date.now()
});

describe("the receiver over HTTP", () => {
  it.scopedLive("gets messages that the verifier of Standard Webhooks accepts, with each of the secrets", () =>
    Effect.gen(function* () {
      const server = yield* scriptedServer((_, response) => void response.writeHead(204).end());
      const sent = message();
      assert.deepStrictEqual(yield* send(`${server.url}/hook?token=t`, sent), {
        result: { _tag: "Responded", status: 204 },
        retryAfter: null
      });
      const [request] = server.requests;
      assert.deepStrictEqual([request?.method, request?.path], ["POST", "/hook?token=t"]);
      assert.strictEqual(request?.headers["content-type"], "application/json");
      const headers = Object.fromEntries(
        Object.entries(request?.headers ?? {}).map(([name, value]) => [name, String(value)])
      );
      const body = request?.body ?? "";
      for (const secret of encoded)
        assert.deepStrictEqual(new Webhook(secret).verify(body, headers), JSON.parse(sent.body));
      assert.throws(() => new Webhook("whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA").verify(body, headers));
      assert.throws(() => new Webhook(encoded[0]).verify(body.replace("test", "tost"), headers));
    })
  );

  it("signs the example of the specification as its libraries do", () => {
    const sentAt = new Date(1_614_265_330_000);
    const sent = { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", body: '{"test": 2432232314}', sentAt: sentAt.getTime() };
    const expected = new Webhook(encoded[0]).sign(sent.id, sentAt, sent.body);
    assert.strictEqual(signMessage(sent, [secretOf(encoded[0])])["webhook-signature"], expected);
  });

  it.scopedLive.each([
    ["500", { _tag: "Responded", status: 500 }],
    ["410", { _tag: "Responded", status: 410 }],
    ["302", { _tag: "NoResponse", reason: "redirect-refused" }],
    ["307", { _tag: "NoResponse", reason: "redirect-refused" }]
  ] as const)("reports a status of %s and follows no redirect", ([status, result]) =>
    Effect.gen(function* () {
      const server = yield* scriptedServer((request, response) => {
        if (request.url === "/other") response.writeHead(200).end();
        else response.writeHead(Number(status), { location: "/other" }).end("a secret of the receiver");
      });
      assert.deepStrictEqual((yield* send(server.url, message())).result, result);
      assert.strictEqual(server.requests.length, 1);
    })
  );

  it.scopedLive("reports for how long the receiver asks to wait", () =>
    Effect.gen(function* () {
      const server = yield* scriptedServer(
        (_, response) => void response.writeHead(429, { "retry-after": "120" }).end()
      );
      assert.strictEqual((yield* send(server.url, message())).retryAfter, 120_000);
    })
  );

  it.scopedLive("gives up waiting for a receiver that hangs", () =>
    Effect.gen(function* () {
      const server = yield* scriptedServer(() => {});
      const { result } = yield* send(server.url, message(), { timeLimit: 100 });
      assert.deepStrictEqual(result, { _tag: "NoResponse", reason: "timeout" });
    })
  );

  it.scopedLive("reports a receiver that is not there, or whose address is private", () =>
    Effect.gen(function* () {
      const { result } = yield* send("http://127.0.0.1:1/hook", message());
      assert.deepStrictEqual(result, { _tag: "NoResponse", reason: "unreachable" });
      const guarded = yield* send("https://10.0.0.1/hook", message(), { allowLoopback: false });
      assert.deepStrictEqual(guarded.result, { _tag: "NoResponse", reason: "address-refused" });
    })
  );
});
