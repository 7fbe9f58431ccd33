import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import { Witness, type WitnessAnswer } from "../../../application/witness/Witness.ts";
import { sizeText } from "../../../domain/transparency/addCheckpoint.ts";
import type { HttpRequest } from "../server/request/HttpRequest.ts";
import { type HttpResponse, noStore } from "../server/response/HttpResponse.ts";
import type { Route } from "../server/routing/Route.ts";

/** A request with the longest proof and a checkpoint with many signatures is far smaller. */
const maxBytes = 65_536;

const text = (status: number, body: string, contentType = "text/plain; charset=utf-8"): HttpResponse => ({
  status,
  headers: { "content-type": contentType, ...noStore },
  body
});

const size = (value: number): HttpResponse => text(409, sizeText(value), "text/x.tlog.size");

const responseTo = (answer: WitnessAnswer): HttpResponse => {
  switch (answer._tag) {
    case "Cosigned":
      return text(200, answer.line);
    case "Malformed":
      return text(400, "The body is not an add-checkpoint request of C2SP tlog-witness\n");
    case "NotSigned":
      return text(
        403,
        "No key that this witness has for the log signed the checkpoint; ask its operator to add the key\n"
      );
    case "UnknownLog":
      return text(404, "This witness does not follow the log of the checkpoint; ask its operator to add the key\n");
    case "OtherSize":
    case "OtherRoot":
      return size(answer.size);
    case "NotConsistent":
      return text(422, "The consistency proof does not lead from the last cosigned checkpoint to this one\n");
  }
};

/** A signed checkpoint that contradicts a cosigned one is evidence, so that the operator gets it in full. */
const reportContradiction = (answer: WitnessAnswer, body: string) =>
  answer._tag === "OtherRoot"
    ? Console.error(
        `The log signed two different trees of ${answer.size} leaves. Keep the state file and this request: ${JSON.stringify(body)}`
      )
    : Effect.void;

const addCheckpoint = Effect.fnUntraced(
  function* (request: HttpRequest) {
    const witness = yield* Witness;
    const body = (yield* request.body(maxBytes)).toString("utf8");
    const answer = yield* witness.addCheckpoint(body);
    yield* reportContradiction(answer, body);
    return responseTo(answer);
  },
  Effect.catchTags({
    BodyRefused: ({ reason }) =>
      Effect.succeed(text(reason === "too-large" ? 413 : 400, `The body is ${reason.replace("-", " ")}\n`)),
    HeadNotRecorded: ({ cause }) =>
      Effect.as(
        Console.error(
          `The state could not be stored, so nothing was cosigned: ${cause instanceof Error ? cause.message : "unknown error"}`
        ),
        text(503, "The witness cannot store its state now; try again later\n")
      )
  })
);

/** Serves `/add-checkpoint` of a witness (C2SP tlog-witness). */
export const witnessRoutes: ReadonlyArray<Route<Witness>> = [
  { methods: ["POST"], path: "/add-checkpoint", origins: "same", handle: addCheckpoint }
];
