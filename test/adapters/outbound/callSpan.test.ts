import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { inCallSpan } from "../../../src/adapters/outbound/callSpan.ts";
import { ProcessSpan } from "../../../src/adapters/telemetry/ProcessSpan.ts";
import type { RecordedSpan } from "../../../src/adapters/telemetry/RecordedSpan.ts";
import { OutboundFailure } from "../../../src/domain/outbound/OutboundHttp.ts";
import { currentSpan } from "../../../src/domain/tracing/Span.ts";

type Outcome = Effect.Effect<{ readonly status: number }, OutboundFailure>;

const spanOf = Effect.fnUntraced(function* (method: string, url: string, outcome: Outcome) {
  const spans: Array<RecordedSpan> = [];
  const process = new ProcessSpan(
    () => true,
    (span) => void spans.push(span)
  );
  yield* Effect.ignore(Effect.locally(inCallSpan(method, url)(outcome), currentSpan, process));
  const [span] = spans;
  return { name: span?.name, failed: span?.failed, attributes: Object.fromEntries(span?.attributes ?? []) };
});

const ok: Outcome = Effect.succeed({ status: 200 });

describe("the span of a call", () => {
  it.effect("has the host, the method of AT Protocol and the status, and neither path nor query", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* spanOf("GET", "https://pds.example:8443/xrpc/com.atproto.repo.getRecord?repo=did:plc:x&rkey=secret", ok),
        {
          name: "GET com.atproto.repo.getRecord",
          failed: false,
          attributes: {
            "http.request.method": "GET",
            "server.address": "pds.example",
            "server.port": 8443,
            "rpc.method": "com.atproto.repo.getRecord",
            "http.response.status_code": 200
          }
        }
      );
      assert.deepStrictEqual(yield* spanOf("POST", "https://pds.example/oauth/token/secret", ok), {
        name: "POST",
        failed: false,
        attributes: {
          "http.request.method": "POST",
          "server.address": "pds.example",
          "http.response.status_code": 200
        }
      });
    })
  );

  const identities = [
    "https://alice.example/.well-known/atproto-did",
    "https://web.example/.well-known/did.json",
    "https://web.example/users/alice/did.json"
  ];
  for (const url of identities)
    it.effect(`has no host where the host is a handle or a DID: ${url}`, () =>
      Effect.gen(function* () {
        const { attributes } = yield* spanOf("GET", url, ok);
        assert.deepStrictEqual(attributes, { "http.request.method": "GET", "http.response.status_code": 200 });
      })
    );

  it.effect("has no method of AT Protocol that is not one, because a server can choose the path", () =>
    Effect.gen(function* () {
      for (const path of [
        "xrpc/did:plc:secret",
        "xrpc/com.evil.secret",
        "xrpc/com.atproto.a.b.c",
        "xrpc/com.atproto"
      ]) {
        const { attributes } = yield* spanOf("GET", `https://pds.example/${path}`, ok);
        assert.notProperty(attributes, "rpc.method");
      }
    })
  );

  it.effect("fails with the status, or with the reason without a response", () =>
    Effect.gen(function* () {
      const refused = yield* spanOf("GET", "https://pds.example/", Effect.succeed({ status: 404 }));
      assert.deepStrictEqual([refused.failed, refused.attributes["error.type"]], [true, "404"]);
      const failure = new OutboundFailure({ reason: "unreachable", host: "pds.example" });
      const away = yield* spanOf("GET", "https://pds.example/", Effect.fail(failure));
      assert.deepStrictEqual([away.failed, away.attributes["error.type"]], [true, "unreachable"]);
    })
  );
});
