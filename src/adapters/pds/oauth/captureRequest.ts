import * as Effect from "effect/Effect";
import * as oauth from "oauth4webapi";
import type { OutboundRequest, OutboundResponse } from "../../../domain/outbound/OutboundHttp.ts";

/** The options under which oauth4webapi hands over a request instead of sending it. */
export interface CaptureOptions {
  readonly [oauth.customFetch]: (
    url: string,
    options: oauth.CustomFetchOptions<"POST", URLSearchParams>
  ) => Promise<Response>;
  /** Which addresses may be asked is for the guard of outgoing requests to say. */
  readonly [oauth.allowInsecureRequests]: true;
}

/** The form that oauth4webapi posts. It is sent by us: guarded, with our proof, and as an effect. */
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

/** An answer in the form that oauth4webapi reads. */
export const toResponse = ({ body, headers, status }: OutboundResponse): Response =>
  new Response(body, { status, headers: { "content-type": headers["content-type"] ?? "" } });
