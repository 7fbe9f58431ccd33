import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import { PublicUrl } from "../../../application/instance/PublicUrl.ts";
import type { HttpRequest } from "../server/request/HttpRequest.ts";
import { readForm } from "../server/request/readForm.ts";
import { isFromOwnPage } from "./sameOrigin.ts";

/** A form that counts for nothing: another site sent it, or it cannot be read. */
export class OwnFormRefused extends Schema.TaggedError<OwnFormRefused>()("OwnFormRefused", {
  problem: Schema.Literal("not-from-here", "not-a-form", "too-large", "incomplete")
}) {}

/** Reads a form that a page of this service sent; anybody else's changes nothing. */
export const readOwnForm = Effect.fnUntraced(function* (request: HttpRequest) {
  if (!isFromOwnPage(request, yield* PublicUrl)) return yield* new OwnFormRefused({ problem: "not-from-here" });
  return yield* readForm(request).pipe(
    Effect.catchTags({
      NotAForm: () => new OwnFormRefused({ problem: "not-a-form" }),
      BodyRefused: ({ reason }) => new OwnFormRefused({ problem: reason === "too-large" ? "too-large" : "incomplete" })
    })
  );
});
