import * as Either from "effect/Either";
import * as Redacted from "effect/Redacted";
import { didYouMean } from "../../../domain/text/closestMatch.ts";
import type { WebhookSecrets } from "../../../domain/webhook/WebhookSettings.ts";
import { type WebhookTopic, webhookTopics } from "../../../domain/webhook/WebhookTopic.ts";
import { parseItems } from "../parse/parseList.ts";
import { parseServerUrl } from "../parse/parseUrl.ts";
import { optional, variable, withDefault } from "./Variable.ts";

/** Parses the URL of the receiver. Unlike those of other servers it can have a query, which often is a token. */
const parseWebhookUrl =
  (production: boolean) =>
  (text: string): Either.Either<Redacted.Redacted, string> => {
    if (text.includes("#")) return Either.left("must not have a fragment (#…)");
    const [address = ""] = text.split("?");
    return Either.flatMap(parseServerUrl(production)(address), () =>
      URL.canParse(text) && !/[\s\\]/.test(text)
        ? Either.right(Redacted.make(new URL(text).href))
        : Either.left("must be a URL without spaces and backslashes")
    );
  };

/** The size of a secret in bytes (Standard Webhooks), and the least number of different bytes that a random one has. */
const secretSize = { least: 24, most: 64, different: 12 };

const generate = "generate it with tidemark keys generate --webhook";

const parseSecret = (text: string): Either.Either<Redacted.Redacted<Uint8Array>, string> => {
  if (!text.startsWith("whsec_")) return Either.left(`must begin with whsec_ (${generate})`);
  const encoded = text.slice("whsec_".length);
  const bytes = Buffer.from(encoded, "base64");
  const isBase64 =
    /^[A-Za-z0-9+/]+={0,2}$/.test(encoded) &&
    bytes.toString("base64").replace(/=+$/, "") === encoded.replace(/=+$/, "");
  if (!isBase64) return Either.left(`must be base64 after whsec_ (${generate})`);
  if (bytes.length < secretSize.least || bytes.length > secretSize.most)
    return Either.left(
      `must have ${secretSize.least} to ${secretSize.most} bytes in base64 after whsec_, and has ${bytes.length} (${generate})`
    );
  return new Set(bytes).size < secretSize.different
    ? Either.left(`repeats the same few bytes, so that it can be guessed (${generate})`)
    : Either.right(Redacted.make(Uint8Array.from(bytes)));
};

/** More than two are never needed at a time: the old one and the new one. */
const maxSecrets = 4;

const parseSecrets = parseItems((items) => {
  if (items.length > maxSecrets) return Either.left(`has more than ${maxSecrets} secrets: remove the old ones`);
  if (new Set(items).size < items.length) return Either.left("has the same secret twice: remove one");
  const [first = "", ...others] = items;
  const parse = (item: string, at: number) =>
    Either.mapLeft(parseSecret(item), (reason) =>
      items.length === 1 ? reason : `has a secret (number ${at + 1}) that ${reason}`
    );
  return Either.flatMap(parse(first, 0), (one) =>
    Either.map(Either.all(others.map((item, at) => parse(item, at + 1))), (more): WebhookSecrets => [one, ...more])
  );
});

const isTopic = (text: string): text is (typeof webhookTopics)[number] => webhookTopics.some((topic) => topic === text);

const parseTopics = parseItems((items) =>
  Either.map(
    Either.all(
      items.map((item) =>
        isTopic(item)
          ? Either.right(item)
          : Either.left(`has an unknown type${didYouMean(item, webhookTopics)}: use ${webhookTopics.join(", ")}`)
      )
    ),
    (topics): ReadonlySet<WebhookTopic> => new Set(topics)
  )
);

const everyTopic: ReadonlySet<WebhookTopic> = new Set(webhookTopics);

/** The variables of the webhook, by the member of the configuration that they set. */
export const webhookVariables = (production: boolean) => ({
  webhookUrl: variable("WEBHOOK_URL", "https://hooks.example.com/tidemark", optional(parseWebhookUrl(production))),
  webhookSecrets: variable("WEBHOOK_SECRET", "$(npx tidemark keys generate --webhook)", optional(parseSecrets)),
  webhookTopics: variable("WEBHOOK_EVENTS", "admin.added,admin.removed", withDefault(everyTopic, parseTopics))
});
