import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Schema from "effect/Schema";
import { type DoctorCheck, type Finding, ok, problem, skipped } from "../../adapters/cli/doctor/DoctorChecks.ts";
import type { Configuration } from "../../adapters/configuration/Configuration.ts";
import * as TxtRecords from "../../adapters/identity/TxtRecords.ts";
import * as OutboundHttpUndici from "../../adapters/outbound/OutboundHttpUndici.ts";
import { type OutboundFailure, OutboundHttp, type OutboundResponse } from "../../domain/outbound/OutboundHttp.ts";

/** Milliseconds: what PDSes and apps accept at least, less what a request takes. */
const maxClockSkewMs = 10_000;

type Answer = Either.Either<OutboundResponse, OutboundFailure>;

const failureText: Readonly<Record<OutboundFailure["reason"], string>> = {
  "address-refused": "is at an address that is not public, or at a port that is not of the web",
  busy: "could not be asked",
  unreachable: "cannot be reached",
  timeout: "did not answer in time",
  "too-large": "answered with too much",
  "redirect-refused": "redirects",
  malformed: "answered with something that is no HTTP"
};

const get = (url: string): Effect.Effect<Answer, never, OutboundHttp> =>
  Effect.flatMap(OutboundHttp, ({ send }) => Effect.either(send({ method: "GET", url })));

const responseFinding = (answer: Answer, url: string, remedy: string, find: (body: string) => Finding): Finding =>
  Either.match(answer, {
    onLeft: ({ reason }) => problem(`${url} ${failureText[reason]}`, remedy),
    onRight: ({ body, status }) => (status === 200 ? find(body) : problem(`${url} answers ${status}`, remedy))
  });

const members = Schema.decodeEither(
  Schema.parseJson(Schema.Struct({ issuer: Schema.optional(Schema.String), client_id: Schema.optional(Schema.String) }))
);

const KeySet = Schema.parseJson(
  Schema.Struct({ keys: Schema.Array(Schema.Struct({ kid: Schema.optional(Schema.String) })) })
);
const readKeySet = Schema.decodeEither(KeySet);

/** A document under the public address that says who it is of. */
const sameName =
  (member: "issuer" | "client_id", expected: string, url: string) =>
  (body: string): Finding => {
    const found = Either.getOrNull(members(body))?.[member];
    if (found === expected) return ok(`${url} says ${expected}`);
    return problem(
      found === undefined ? `${url} is not the document of this service` : `${url} says ${found}, and not ${expected}`,
      "let EXTERNAL_BASE_URL be the same for all processes, and let the proxy pass this path on to them"
    );
  };

const sameKeys =
  ({ signingKeys }: Configuration, url: string) =>
  (body: string): Finding => {
    const published: ReadonlyArray<string | undefined> = Either.match(readKeySet(body), {
      onLeft: () => [],
      onRight: ({ keys }) => keys.map(({ kid }) => kid)
    });
    const missing = signingKeys.filter(({ kid }) => !published.includes(kid));
    return missing.length === 0
      ? ok(`${url} publishes ${published.length === 1 ? "it" : `all ${published.length}`}`)
      : problem(
          `${url} lacks ${missing.map(({ kid }) => kid).join(", ")}`,
          "restart the service with the keys of this environment, or look at the environment of the service"
        );
  };

const reachabilityRemedy = "start the service, and let its public address lead to it";

const clock = (answer: Answer, now: number, url: string): Finding => {
  if (Either.isLeft(answer)) return skipped("nobody to ask for the time");
  const told = Date.parse(answer.right.headers.date ?? "");
  if (Number.isNaN(told)) return skipped(`${url} tells no time`);
  const behind = told - now;
  return Math.abs(behind) <= maxClockSkewMs
    ? ok(`right by ${new URL(url).host}`)
    : problem(
        `the clock of this machine is ${Math.abs(Math.round(behind / 1000))} s ${behind > 0 ? "behind" : "ahead"}`,
        "let it take its time from NTP: PDSes refuse proofs of another time"
      );
};

const dns = ({ handleResolverUrl }: Configuration): Effect.Effect<Finding> => {
  if (handleResolverUrl !== null) return Effect.succeed(skipped("HANDLE_RESOLVER_URL is asked instead"));
  return TxtRecords.TxtRecords.pipe(
    Effect.flatMap(({ lookup }) => lookup("_atproto.bsky.app")),
    Effect.match({
      onFailure: () =>
        problem("no name server answers", "look at /etc/resolv.conf, or set HANDLE_RESOLVER_URL to ask by https"),
      onSuccess: () => ok("the name servers answer")
    }),
    Effect.provide(TxtRecords.layer)
  );
};

/** What there is to find on the network; `hasKeys` says that the keys are not made for this examination only. */
export const networkChecks = (
  configuration: Configuration,
  hasKeys: boolean
): Effect.Effect<ReadonlyArray<DoctorCheck>> =>
  Effect.gen(function* () {
    const { baseUrl, plcDirectoryUrl, production, upstreamClient } = configuration;
    const outbound = OutboundHttpUndici.layer({ allowLoopback: !production });
    const ask = (url: string) => Effect.provide(get(url), outbound);
    const plcHealth = `${plcDirectoryUrl}/_health`;
    const plc = yield* Effect.cached(Effect.zip(ask(plcHealth), Clock.currentTimeMillis));
    const document = (path: string, find: (url: string) => (body: string) => Finding) => {
      const url = `${baseUrl}${path}`;
      return Effect.map(ask(url), (answer) => responseFinding(answer, url, reachabilityRemedy, find(url)));
    };
    const clientId = `${baseUrl}/oauth/oauth-client-metadata.json`;
    return [
      { name: "dns", title: "DNS", run: dns(configuration) },
      {
        name: "plc",
        title: "PLC directory",
        run: Effect.map(plc, ([answer]) =>
          responseFinding(answer, plcDirectoryUrl, "let this machine reach it, or set PLC_DIRECTORY_URL", () =>
            ok(`${plcDirectoryUrl} answers`)
          )
        )
      },
      {
        name: "clock",
        title: "Clock",
        run: Effect.map(plc, ([answer, now]) => clock(answer, now, plcHealth))
      },
      {
        name: "base-url",
        title: "Public address",
        run: document("/health", (url) => () => ok(`${url} answers`))
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
        name: "published-keys",
        title: "Published keys",
        run: hasKeys
          ? document("/.well-known/jwks.json", (url) => sameKeys(configuration, url))
          : Effect.succeed(skipped("the first start makes a key for development"))
      }
    ];
  });
