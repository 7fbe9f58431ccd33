import { isIP, isIPv4 } from "node:net";
import * as Either from "effect/Either";
import { parseList } from "./parseList.ts";
import { parseInteger } from "./parseText.ts";

/** Whether a text is a network: an address, optionally with the length of its prefix. */
const isNetwork = (text: string): boolean => {
  const [address = "", bits, ...rest] = text.split("/");
  if (rest.length > 0 || isIP(address) === 0 || address.includes("%")) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isIPv4(address) ? 32 : 128));
};

/** Parses the trusted proxies: their number, or their networks separated by commas or spaces. */
export const parseProxies = (text: string): Either.Either<number | ReadonlyArray<string>, string> => {
  if (/^-?\d+$/.test(text)) return parseInteger(0, 16)(text);
  return Either.flatMap(parseList(text), (networks) =>
    networks.every(isNetwork)
      ? Either.right(networks)
      : Either.left(
          "must be the number of proxies in front of the service, or their networks such as 10.0.0.0/8,fd00::/8"
        )
  );
};
