import { maxRedirectLength } from "../../../../domain/authorization/request/requestAuthorization.ts";

/** What the developer of a client is told whose answer would not fit into a `Location` header. */
export const redirectTooLong = `redirect_uri and state must have at most ${maxRedirectLength} bytes together, percent-encoded, since both come back in one Location header; keep what is longer in the app and send a key to it`;
