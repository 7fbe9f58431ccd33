import { ProofKey } from "./ProofKey.ts";
import { type ErrorBody, shortestSecret } from "./SeenSecrets.ts";
import type { Target } from "./Target.ts";

/** A secret found where it does not belong; told without the secret. */
export interface Leak {
  readonly kind: string;
  readonly encoding: string;
  readonly where: string;
}

/** What base64 makes of a text wherever it begins within longer bytes: the characters that depend on it alone. */
const base64Cores = (secret: string, encoding: "base64" | "base64url"): ReadonlyArray<string> =>
  [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
    const whole = bytes.subarray(0, bytes.length - (bytes.length % 3));
    return whole.toString(encoding).slice(Math.ceil((before * 4) / 3));
  });

/** The random part of a secret as the bytes it stands for. */
const bytesOf = (secret: string): string => {
  const random = /^(?:[a-z]+_)?([\w-]{22,})$/.exec(secret)?.[1] ?? "";
  return Buffer.from(random, "base64url").toString("hex");
};

/** Every form that a secret is searched in; its SHA-256 is what may be kept, and none of them. */
export const encodingsOf = (secret: string): ReadonlyArray<readonly [encoding: string, text: string]> => [
  ["raw", secret],
  ...base64Cores(secret, "base64").map((core) => ["base64", core] as const),
  ...base64Cores(secret, "base64url").map((core) => ["base64url", core] as const),
  ["hex", Buffer.from(secret).toString("hex")],
  ["HEX", Buffer.from(secret).toString("hex").toUpperCase()],
  ["bytes", bytesOf(secret)],
  ["URL-encoded", encodeURIComponent(secret)]
];

/** Searches texts for secrets in every form, all at once: each place of a text is looked up, not each secret searched. */
export const findLeaks = (
  secrets: ReadonlyMap<string, string>,
  places: Readonly<Record<string, string>>
): ReadonlyArray<Leak> => {
  const needles = new Map<string, Array<readonly [text: string, kind: string, encoding: string]>>();
  for (const [secret, kind] of secrets) {
    for (const [encoding, text] of encodingsOf(secret)) {
      if (text.length < shortestSecret) continue;
      const start = text.slice(0, shortestSecret);
      const known = needles.get(start);
      if (known === undefined) needles.set(start, [[text, kind, encoding]]);
      else known.push([text, kind, encoding]);
    }
  }
  return Object.entries(places).flatMap(([where, text]) => {
    const leaks: Array<Leak> = [];
    for (let at = 0; at + shortestSecret <= text.length; at += 1) {
      for (const [whole, kind, encoding] of needles.get(text.slice(at, at + shortestSecret)) ?? [])
        if (text.startsWith(whole, at)) leaks.push({ kind, encoding, where });
    }
    return leaks;
  });
};

const errorText = (bodies: ReadonlyArray<ErrorBody>): string =>
  bodies.map(({ text, where }) => `${where}\n${text}`).join("\n");

/** All that the suite knows to be secret. */
export const secretsOf = (target: Target): ReadonlyMap<string, string> => {
  const scalars = Array.from(ProofKey.privateScalars, (scalar) => [scalar, "a private key"] as const);
  return new Map([...target.options.secrets.all, ...scalars]);
};

/** Where a secret must not be: everything that is kept or written, and every error that was told. */
export const placesOf = async (target: Target): Promise<Readonly<Record<string, string>>> => ({
  ...(target.options.operator === null ? {} : await target.options.operator.kept()),
  "the bodies of errors": errorText(target.options.secrets.errorBodies)
});

/** Searches everything that is kept, logged or told for every secret that the suite saw. */
export const sweepTarget = async (target: Target): Promise<void> => {
  const leaks = findLeaks(secretsOf(target), await placesOf(target));
  if (leaks.length === 0) return;
  const told = new Set(leaks.map(({ encoding, kind, where }) => `${kind} (${encoding}) in ${where}`));
  throw new Error(`${leaks.length} leaks: ${[...told].slice(0, 8).join("; ")}`);
};
