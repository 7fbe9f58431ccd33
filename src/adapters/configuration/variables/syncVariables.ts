import * as Either from "effect/Either";
import * as Redacted from "effect/Redacted";
import type { OpenCollections } from "../../../domain/sync/stream/openCollections.ts";
import type { SyncSourceKind } from "../../../domain/sync/stream/SyncSource.ts";
import { didYouMean } from "../../../domain/text/closestMatch.ts";
import { parseItems } from "../parse/parseList.ts";
import { parseInteger } from "../parse/parseText.ts";
import { parseUrl } from "../parse/parseUrl.ts";
import { optional, variable, withDefault } from "./Variable.ts";

/** How the service follows the network. Addresses have no trailing slash. */
export interface SyncSettings {
  /** Null if nothing is followed. */
  readonly source: SyncSourceKind | null;
  /** The WebSocket address of a Jetstream, with its path. */
  readonly jetstreamUrl: string;
  /** The path of the Zstandard dictionary of the Jetstream; null if its messages are not compressed. */
  readonly jetstreamDictionary: string | null;
  /** The base address of a relay or of one PDS, ws or wss. */
  readonly relayUrl: string;
  /** The base address of a Tap, http or https; null if there is none. */
  readonly tapUrl: string | null;
  readonly tapPassword: Redacted.Redacted | null;
  readonly openCollections: OpenCollections;
  /** After this many seconds without an event the connection is replaced. */
  readonly idleSeconds: number;
}

const sources: Readonly<Record<string, SyncSourceKind | null>> = {
  off: null,
  jetstream: "jetstream",
  firehose: "firehose",
  tap: "tap"
};

const parseSource = (text: string): Either.Either<SyncSourceKind | null, string> => {
  const source = Object.hasOwn(sources, text) ? sources[text] : undefined;
  return source === undefined
    ? Either.left(`must be off, jetstream, firehose or tap${didYouMean(text, Object.keys(sources))}`)
    : Either.right(source);
};

const hasPath = (url: string): boolean => new URL(url).pathname !== "/";

const parseStreamUrl = (text: string): Either.Either<string, string> =>
  Either.flatMap(parseUrl("wss", "ws")(text), (url) =>
    hasPath(url) ? Either.right(url) : Either.left("must have the path of the stream, usually /subscribe")
  );

const parseBase =
  (...schemes: ReadonlyArray<string>) =>
  (text: string): Either.Either<string, string> =>
    Either.flatMap(parseUrl(...schemes)(text), (url) =>
      hasPath(url) ? Either.left("must not have a path") : Either.right(url)
    );

const authority = /^[a-z][a-z0-9-]*(?:\.[a-zA-Z0-9-]+)*$/;

const parseAuthorities = (text: string): Either.Either<OpenCollections, string> =>
  text.trim() === "*"
    ? Either.right({ _tag: "EveryCollection" })
    : parseItems((items) =>
        items.every((item) => authority.test(item))
          ? Either.right<OpenCollections>({ _tag: "ListedAuthorities", prefixes: items })
          : Either.left("must be prefixes of NSIDs separated by commas, such as xyz.statusphere, or *")
      )(text);

/** The Jetstream and the relay of the Bluesky network. */
const publicJetstream = "wss://jetstream2.us-east.bsky.network/subscribe";
const publicRelay = "wss://relay1.us-east.bsky.network";

/** The variables of live sync, by the member of `SyncSettings` that they set. */
export const syncVariables = {
  source: variable("SYNC_SOURCE", "jetstream", withDefault<SyncSourceKind | null>(null, parseSource)),
  jetstreamUrl: variable("JETSTREAM_URL", publicJetstream, withDefault(publicJetstream, parseStreamUrl)),
  jetstreamDictionary: variable(
    "JETSTREAM_ZSTD_DICTIONARY",
    "./zstd_dictionary",
    optional((text) => Either.right(text))
  ),
  relayUrl: variable("RELAY_URL", publicRelay, withDefault(publicRelay, parseBase("wss", "ws"))),
  tapUrl: variable("TAP_URL", "http://127.0.0.1:2480", optional(parseBase("https", "http"))),
  tapPassword: variable(
    "TAP_PASSWORD",
    "$(openssl rand -base64 24)",
    optional((text) => Either.right(Redacted.make(text)))
  ),
  openCollections: variable(
    "SYNC_AUTHORITIES",
    "xyz.statusphere",
    withDefault<OpenCollections>({ _tag: "OwnAuthorities" }, parseAuthorities)
  ),
  idleSeconds: variable("SYNC_IDLE_SECONDS", "60", withDefault(60, parseInteger(1, 86_400)))
};
