import { isIP } from "node:net";
import * as Either from "effect/Either";

/** A host name (RFC 1123 section 2.1), with the underscores that container networks allow. */
const hostName = /^(?=.{1,253}$)(?:[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?\.)*[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?$/i;

/** Parses the address to listen on: an IP address without brackets, or a host name. PORT sets the port. */
export const parseHost = (text: string): Either.Either<string, string> =>
  isIP(text) !== 0 || hostName.test(text)
    ? Either.right(text)
    : Either.left("must be an IP address or a host name, without brackets, scheme and port");
