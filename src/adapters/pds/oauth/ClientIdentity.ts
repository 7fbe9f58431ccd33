import type * as Arr from "effect/Array";
import type { SigningKey } from "../../../domain/crypto/SigningKey.ts";

/** The identity of the service at PDSes (AT Protocol OAuth, Clients). */
export type ClientIdentity =
  /** In development: a public client on this machine, identified by its id alone. */
  | {
      readonly _tag: "LoopbackClient";
      /** `http://127.0.0.1:PORT/oauth/atp/callback`; a PDS does not accept `localhost`. */
      readonly redirectUri: string;
    }
  /** A client that publishes its metadata at its https `client_id` and signs assertions with the first key. */
  | {
      readonly _tag: "ConfidentialClient";
      /** The external base URL, without a trailing slash. */
      readonly baseUrl: string;
      readonly keys: Arr.NonEmptyReadonlyArray<SigningKey>;
    };
