import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as OutboundHttpUndici from "../../../src/adapters/outbound/OutboundHttpUndici.ts";
import { layer } from "../../../src/adapters/witness/WitnessRequestsHttp.ts";
import { WitnessRequests, type WitnessResponse } from "../../../src/domain/transparency/publishing/WitnessRequests.ts";
import { scriptedServer } from "../../support/scriptedServer.ts";

const requests = layer.pipe(Layer.provide(OutboundHttpUndici.layer({ allowLoopback: true })));
const inProduction = layer.pipe(Layer.provide(OutboundHttpUndici.layer({ allowLoopback: false })));

const ask = (address: string) =>
  Effect.flatMap(WitnessRequests, ({ addCheckpoint }) => addCheckpoint(address, "body\n"));

const size = { "content-type": "text/x.tlog.size" };
const noResponse: WitnessResponse = { _tag: "NoResponse", reason: "unexpected-response" };

const responses: ReadonlyArray<
  readonly [title: string, status: number, headers: Record<string, string>, body: string, expected: WitnessResponse]
> = [
  ["200", 200, {}, "lines\n", { _tag: "Cosignatures", lines: "lines\n" }],
  ["400", 400, {}, "", { _tag: "Refused", reason: "malformed-request" }],
  ["403", 403, {}, "", { _tag: "Refused", reason: "unknown-key" }],
  ["404", 404, {}, "", { _tag: "Refused", reason: "unknown-log" }],
  ["409 with a size", 409, size, "42\n", { _tag: "OtherSize", size: 42 }],
  ["409 with another media type", 409, { "content-type": "text/plain" }, "42\n", noResponse],
  ["409 without a size", 409, size, "forty\n", noResponse],
  ["422", 422, {}, "", { _tag: "NotConsistent" }],
  ["a redirect", 302, { location: "/elsewhere" }, "", { _tag: "NoResponse", reason: "redirect-refused" }],
  ["429", 429, {}, "", noResponse],
  ["500", 500, {}, "", noResponse]
];

describe("requests to a witness", () => {
  it.scopedLive.each(responses)("understand %s", ([, status, headers, body, expected]) =>
    Effect.gen(function* () {
      const server = yield* scriptedServer((_request, response) => response.writeHead(status, headers).end(body));
      assert.deepStrictEqual(yield* ask(`${server.url}/w1`), expected);
      const [sent] = server.requests;
      assert.deepStrictEqual([sent?.method, sent?.path, sent?.body], ["POST", "/w1/add-checkpoint", "body\n"]);
    }).pipe(Effect.provide(requests))
  );

  it.scopedLive("do not reach this machine in production", () =>
    Effect.gen(function* () {
      const server = yield* scriptedServer((_request, response) => response.end());
      assert.deepStrictEqual(yield* ask(server.url), { _tag: "NoResponse", reason: "address-refused" });
      assert.strictEqual(server.connections(), 0);
    }).pipe(Effect.provide(inProduction))
  );

  it.scopedLive("report one that cannot be reached, and one that sends too much", () =>
    Effect.gen(function* () {
      const server = yield* scriptedServer((_request, response) => response.end("x".repeat(100_000)));
      assert.deepStrictEqual(yield* ask(server.url), { _tag: "NoResponse", reason: "too-large" });
      assert.deepStrictEqual(yield* ask("http://127.0.0.1:1"), { _tag: "NoResponse", reason: "unreachable" });
    }).pipe(Effect.provide(requests))
  );
});
