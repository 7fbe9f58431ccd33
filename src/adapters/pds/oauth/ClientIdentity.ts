import type * as Arr from "effect/Array";
import type { SigningKey } from "../../../domain/crypto/SigningKey.ts";

/** Who the service is toward PDSes (AT Protocol OAuth, Clients). */
export type ClientIdentity =
  /** In development: a public client on this machine, which a PDS knows by its id alone. */
  | {
      readonly _tag: "LoopbackClient";
      /** `http://127.0.0.1:PORT/oauth/atp/callback`; a PDS does not take `localhost`. */
      readonly redirectUri: string;
    }
  /** A client that publishes its metadata at its https `client_id` and signs assertions, by the first key. */
  | {
      readonly _tag: "ConfidentialClient";
      /** The external base URL, without a slash at its end. */
      readonly baseUrl: string;
      readonly keys: Arr.NonEmptyReadonlyArray<SigningKey>;
    };
