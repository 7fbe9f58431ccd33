import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import { PublicUrl } from "../../../application/instance/PublicUrl.ts";
import type { HttpRequest } from "../server/request/HttpRequest.ts";
import { readForm } from "../server/request/readForm.ts";
import { isFromOwnPage } from "./sameOrigin.ts";

/** A form is rejected: another site sent it, or it is malformed. */
export class OwnFormRefused extends Schema.TaggedError<OwnFormRefused>()("OwnFormRefused", {
  problem: Schema.Literal("not-from-here", "not-a-form", "too-large", "incomplete")
}) {}

/** Parses a form sent by a page of this service. A form from anywhere else is rejected. */
export const readOwnForm = Effect.fnUntraced(function* (request: HttpRequest) {
  if (!isFromOwnPage(request, yield* PublicUrl)) return yield* new OwnFormRefused({ problem: "not-from-here" });
  return yield* readForm(request).pipe(
    Effect.catchTags({
      NotAForm: () => new OwnFormRefused({ problem: "not-a-form" }),
      BodyRefused: ({ reason }) => new OwnFormRefused({ problem: reason === "too-large" ? "too-large" : "incomplete" })
    })
  );
});
