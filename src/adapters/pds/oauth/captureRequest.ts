import * as Effect from "effect/Effect";
import * as oauth from "oauth4webapi";
import type { OutboundRequest, OutboundResponse } from "../../../domain/outbound/OutboundHttp.ts";

/** The options with which oauth4webapi returns a request instead of sending it. */
export interface CaptureOptions {
  readonly [oauth.customFetch]: (
    url: string,
    options: oauth.CustomFetchOptions<"POST", URLSearchParams>
  ) => Promise<Response>;
  /** The outbound address policy decides which addresses are allowed. */
  readonly [oauth.allowInsecureRequests]: true;
}

/** Captures the form that oauth4webapi would post, so that it is sent under the outbound policy and with our proof. */
export const captureRequest = (write: (options: CaptureOptions) => Promise<Response>): Effect.Effect<OutboundRequest> =>
  Effect.async<OutboundRequest>((resume) => {
    write({
      [oauth.customFetch]: async (url, { body, headers }) => {
        resume(Effect.succeed({ method: "POST", url, headers, body: body.toString() }));
        return new Response();
      },
      [oauth.allowInsecureRequests]: true
    }).catch((defect: unknown) => resume(Effect.die(defect)));
  });

/** Converts a response for oauth4webapi. */
export const toResponse = ({ body, headers, status }: OutboundResponse): Response =>
  new Response(body, { status, headers: { "content-type": headers["content-type"] ?? "" } });
