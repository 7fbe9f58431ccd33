import { Secp256k1Keypair } from "@atproto/crypto";
import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { layer } from "../../../src/adapters/identity/LabelerDirectoryNetwork.ts";
import { LabelerDirectory } from "../../../src/domain/labeler/LabelerDirectory.ts";
import { did, plc, reason, service } from "./resolving.ts";
import { type Answer, scripted } from "./scriptedNetwork.ts";

const endpoint = "https://labeler.example.com";
const key = (await Secp256k1Keypair.create()).did().slice("did:key:".length);
const labeler = service(endpoint, "#atproto_labeler", "AtprotoLabeler");
const method = { id: `${did}#atproto_label`, type: "Multikey", controller: did, publicKeyMultibase: key };

const documentOf = (members: object = {}): string =>
  JSON.stringify({ id: did, service: [labeler], verificationMethod: [method], ...members });

const resolve = (answer: Answer, allowLoopback = false) =>
  Effect.flatMap(LabelerDirectory, (directory) => directory.resolve(did)).pipe(
    Effect.provide(
      layer({ plcDirectoryUrl: plc, allowLoopback }).pipe(
        Layer.provide(scripted({ answers: { [`${plc}/${did}`]: answer } }))
      )
    )
  );

describe("a labeler", () => {
  it.effect("is found by its service and its key", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* resolve(documentOf()), { did, endpoint, key });
      const others = {
        service: [service("https://pds.example.com"), { ...labeler, id: `${did}#atproto_labeler` }],
        verificationMethod: [
          { ...method, id: "#atproto", publicKeyMultibase: "zother" },
          { ...method, id: "#atproto_label" }
        ]
      };
      assert.deepStrictEqual(yield* resolve(documentOf(others)), { did, endpoint, key });
    })
  );

  it.effect("needs neither a handle nor a PDS", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* resolve(documentOf({ alsoKnownAs: ["at://nobody.example.com"] }))).key, key);
    })
  );

  const faults: ReadonlyArray<readonly [string, Answer, string]> = [
    ["without services", documentOf({ service: [] }), "no-labeler-service"],
    ["with another type of service", documentOf({ service: [{ ...labeler, type: "Other" }] }), "no-labeler-service"],
    [
      "with a service of http",
      documentOf({ service: [{ ...labeler, serviceEndpoint: "http://a.com" }] }),
      "no-labeler-service"
    ],
    ["with a path", documentOf({ service: [{ ...labeler, serviceEndpoint: `${endpoint}/x` }] }), "no-labeler-service"],
    ["without keys", documentOf({ verificationMethod: [] }), "no-label-key"],
    [
      "with the key of a repository only",
      documentOf({ verificationMethod: [{ ...method, id: "#atproto" }] }),
      "no-label-key"
    ],
    [
      "with a key of another curve",
      documentOf({ verificationMethod: [{ ...method, publicKeyMultibase: "z6Mkabc" }] }),
      "no-label-key"
    ],
    ["of another DID", documentOf({ id: "did:plc:other2other2other2other2o" }), "document-malformed"],
    ["that is no JSON", "<html>", "document-malformed"],
    ["that does not exist", 404, "did-not-found"],
    ["that was deactivated", 410, "did-not-found"],
    ["of a directory that fails", 500, "unreachable"],
    ["of a directory that is not there", "unreachable", "unreachable"]
  ];
  it.effect.each(faults)("with a document %s cannot be followed", ([, answer, expected]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* reason(resolve(answer)), expected);
    })
  );

  it.effect("may be on this machine in development", () =>
    Effect.gen(function* () {
      const local = documentOf({ service: [{ ...labeler, serviceEndpoint: "http://localhost:2590" }] });
      assert.strictEqual((yield* resolve(local, true)).endpoint, "http://localhost:2590");
    })
  );
});
