import { type ErrorDetails, TidemarkError } from "../TidemarkError.ts";
import type { Connection } from "./Connection.ts";

/** The error for a login that has ended, with what the server says about it, after a space. */
export const loginExpired = ({ loginMethod }: Connection, why = "", details?: ErrorDetails): TidemarkError =>
  new TidemarkError("login_expired", `The login has ended.${why} Call ${loginMethod} again.`, details);
