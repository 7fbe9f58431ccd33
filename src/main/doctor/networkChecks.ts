import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Layer from "effect/Layer";
import * as Schema from "effect/Schema";
import type { Configuration } from "../../adapters/configuration/Configuration.ts";
import { dnsFinding } from "../../adapters/identity/dnsFinding.ts";
import * as LabelerDirectoryNetwork from "../../adapters/identity/LabelerDirectoryNetwork.ts";
import * as OutboundHttpUndici from "../../adapters/outbound/OutboundHttpUndici.ts";
import { clockFinding, fetchUrl, refusedFinding, responseFinding } from "../../adapters/outbound/responseFindings.ts";
import { type DoctorCheck, type Finding, ok, problem, skipped } from "../../application/instance/DoctorCheck.ts";
import type { Did } from "../../domain/atproto/Did.ts";
import { LabelerDirectory } from "../../domain/labeler/LabelerDirectory.ts";

const readMembers = Schema.decodeEither(
  Schema.parseJson(Schema.Struct({ issuer: Schema.optional(Schema.String), client_id: Schema.optional(Schema.String) }))
);

const readKeySet = Schema.decodeEither(
  Schema.parseJson(Schema.Struct({ keys: Schema.Array(Schema.Struct({ kid: Schema.optional(Schema.String) })) }))
);

/** Checks that a document under the public URL names this service. */
const sameName =
  (member: "issuer" | "client_id", expected: string, url: string) =>
  (body: string): Finding => {
    const found = Either.getOrNull(readMembers(body))?.[member];
    if (found === expected) return ok(`${url} names ${expected}`);
    return problem(
      found === undefined
        ? `${url} is not the document of this service`
        : `${url} names ${found} instead of ${expected}`,
      "set EXTERNAL_BASE_URL to the same URL for all processes, and let the proxy forward this path to them"
    );
  };

/** Checks that the published key set has the keys of this environment. */
const sameKeys =
  ({ signingKeys }: Configuration, url: string) =>
  (body: string): Finding => {
    const published: ReadonlyArray<string | undefined> = Either.match(readKeySet(body), {
      onLeft: () => [],
      onRight: ({ keys }) => keys.map(({ kid }) => kid)
    });
    const missing = signingKeys.filter(({ kid }) => !published.includes(kid));
    return missing.length === 0
      ? ok(`${url} publishes ${published.length === 1 ? "the key" : `all ${published.length}`}`)
      : problem(
          `${url} lacks ${missing.map(({ kid }) => kid).join(", ")}`,
          "restart the service with the keys of this environment, or check the environment of the service"
        );
  };

/** Checks that the DID document of a labeler names a service and a key. */
const labelerFinding = (did: Did) =>
  Effect.flatMap(LabelerDirectory, (directory) => directory.resolve(did)).pipe(
    Effect.match({
      onFailure: ({ reason }) =>
        problem(
          `its DID document cannot be used: ${reason}`,
          "correct LABELERS, or wait until the labeler has a service #atproto_labeler and a key #atproto_label"
        ),
      onSuccess: ({ endpoint }) => ok(`${did} is at ${endpoint}`)
    })
  );

const unreachableRemedy = "start the service, and route its public URL to it";

/** The checks of the network; `hasKeys` is false if the keys of the configuration exist only for these checks. */
export const networkChecks = (
  configuration: Configuration,
  hasKeys: boolean
): Effect.Effect<ReadonlyArray<DoctorCheck>> =>
  Effect.gen(function* () {
    const { baseUrl, handleResolverUrl, labelers, plcDirectoryUrl, production, upstreamClient } = configuration;
    const outbound = OutboundHttpUndici.layer({ allowLoopback: !production });
    const labelerDirectory = LabelerDirectoryNetwork.layer({ plcDirectoryUrl, allowLoopback: !production }).pipe(
      Layer.provide(outbound)
    );
    const fetch = (url: string) => Effect.provide(fetchUrl(url), outbound);
    const plcHealth = `${plcDirectoryUrl}/_health`;
    const plc = yield* Effect.cached(Effect.zip(fetch(plcHealth), Clock.currentTimeMillis));
    const document = (path: string, find: (url: string) => (body: string) => Finding) => {
      const url = `${baseUrl}${path}`;
      return Effect.map(fetch(url), (fetched) =>
        Either.isLeft(fetched) && fetched.left.reason === "address-refused"
          ? refusedFinding(url)
          : responseFinding(fetched, url, unreachableRemedy, find(url))
      );
    };
    const clientId = `${baseUrl}/oauth/oauth-client-metadata.json`;
    return [
      {
        name: "dns",
        title: "DNS",
        run: handleResolverUrl === null ? dnsFinding : Effect.succeed(skipped("HANDLE_RESOLVER_URL is used instead"))
      },
      {
        name: "plc",
        title: "PLC directory",
        run: Effect.map(plc, ([fetched]) =>
          responseFinding(fetched, plcDirectoryUrl, "allow connections to it, or set PLC_DIRECTORY_URL", () =>
            ok(`${plcDirectoryUrl} responds`)
          )
        )
      },
      {
        name: "clock",
        title: "Clock",
        run: Effect.map(plc, ([fetched, now]) => clockFinding(fetched, now, plcHealth))
      },
      {
        name: "base-url",
        title: "Public URL",
        run: document("/health", (url) => () => ok(`${url} responds`))
      },
      {
        name: "issuer",
        title: "Issuer",
        run: document("/.well-known/oauth-authorization-server", (url) => sameName("issuer", baseUrl, url))
      },
      {
        name: "client-metadata",
        title: "Client metadata",
        run:
          upstreamClient === "loopback"
            ? Effect.succeed(skipped("a loopback client in development needs none"))
            : document("/oauth/oauth-client-metadata.json", (url) => sameName("client_id", clientId, url))
      },
      {
        name: "sdk",
        title: "SDK for apps",
        run: document(
          "/sdk.js",
          (url) => (body) => (body === "" ? problem(`${url} is empty`, unreachableRemedy) : ok(`${url} is served`))
        )
      },
      ...labelers.map(
        (did): DoctorCheck => ({
          name: `labeler ${did}`,
          title: `Labeler ${did}`,
          run: Effect.provide(labelerFinding(did), labelerDirectory)
        })
      ),
      {
        name: "published-keys",
        title: "Published keys",
        run: hasKeys
          ? document("/.well-known/jwks.json", (url) => sameKeys(configuration, url))
          : Effect.succeed(skipped("the first start generates a key for development"))
      }
    ];
  });
