import { SourceDisconnected } from "../../../domain/sync/stream/RepoEvents.ts";

/** The maximum number of characters of a text of the source in an error. */
const maxDetail = 200;

/** Returns a text of the source for an error: one line, without control characters, of a limited length. */
export const printable = (text: string): string =>
  text
    .replace(/\p{C}+|\s+/gu, " ")
    .trim()
    .slice(0, maxDetail);

const codeOf = (error: unknown): string | null =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;

/** No connection to the source could be opened. The detail is a code such as ECONNREFUSED. */
export const unreachable = (error: unknown): SourceDisconnected =>
  new SourceDisconnected({
    reason: "unreachable",
    detail: codeOf(error) ?? (error instanceof Error ? printable(error.message) : null)
  });

/** The source answered the handshake (RFC 6455, section 4) with a status other than 101. */
export const refused = (status: number, body: string): SourceDisconnected => {
  const text = printable(body);
  return new SourceDisconnected({ reason: "refused", detail: `HTTP ${status}${text === "" ? "" : `: ${text}`}` });
};

/** The source violated the WebSocket protocol, or sent a message above the limit. */
export const protocolViolated = (error: unknown): SourceDisconnected => {
  const code = codeOf(error);
  const isTooLarge = code === "WS_ERR_UNSUPPORTED_MESSAGE_LENGTH";
  return new SourceDisconnected({ reason: "source-error", detail: isTooLarge ? "a message is too large" : code });
};

/** The connection was closed (RFC 6455, section 7.1.5). 1006 stands for a connection without a close frame. */
export const closed = (code: number, reason: Uint8Array): SourceDisconnected => {
  const text = printable(Buffer.from(reason).toString());
  if (/too ?slow|slow ?consumer/i.test(text))
    return new SourceDisconnected({ reason: "consumer-too-slow", detail: text });
  if (code === 1006) return new SourceDisconnected({ reason: "closed", detail: "no close frame" });
  return new SourceDisconnected({ reason: "closed", detail: `code ${code}${text === "" ? "" : `: ${text}`}` });
};
