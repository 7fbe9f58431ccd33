import * as Effect from "effect/Effect";
import { problem } from "../../../application/api/Problem.ts";
import { loggedOut } from "../../../application/api/pdsProblem.ts";
import { uploadProblem } from "../../../application/api/uploadProblem.ts";
import { PublicUrl } from "../../../application/PublicUrl.ts";
import { uploadBlob } from "../../../application/records/uploadBlob.ts";
import type { Viewer } from "../../../application/token/Viewer.ts";
import type { EndReason } from "../../../domain/authorization/EndReason.ts";
import { challenge, challengeForNobody } from "../graphql/challenge.ts";
import { requestViewer } from "../graphql/requestViewer.ts";
import type { HttpRequest } from "../server/HttpRequest.ts";
import { type HttpResponse, json, noStore } from "../server/HttpResponse.ts";
import { offerNonce } from "../server/offerNonce.ts";
import type { Route } from "../server/Route.ts";
import { problemResponse } from "./problemResponse.ts";
import { uploadsUnderWay } from "./uploadsUnderWay.ts";

const authenticationRequired = problem(
  "UNAUTHENTICATED",
  "Authentication required. Please provide Authorization header."
);
const notGood = problem(
  "UNAUTHENTICATED",
  "The access token is not good here, or the DPoP proof is not one for this request: WWW-Authenticate says which. Refresh, or sign the proof anew."
);
const nonceNeeded = problem(
  "UNAUTHENTICATED",
  "Repeat the request with a proof that holds the nonce of the header DPoP-Nonce."
);
const asItIs = problem("UNSUPPORTED_ENCODING", "Send the blob as it is, without Content-Encoding.");
const cutOff = problem("UPLOAD_INCOMPLETE", "The blob did not arrive whole. Upload it again.");
const contended = problem(
  "UNAVAILABLE",
  "Other requests changed the same session at the same time; try again in a moment."
);
const unavailable = problem("UNAVAILABLE", "The service cannot reach its database right now; try again in a moment.");

const refused = (said: string | null, over: EndReason | null) =>
  Effect.map(PublicUrl, (publicUrl) => {
    const unknown = said === null ? authenticationRequired : notGood;
    const told = over === null ? unknown : { ...loggedOut(over), code: unknown.code };
    return problemResponse(told, { "www-authenticate": said ?? challengeForNobody(publicUrl) });
  });

const upload = (request: HttpRequest, viewer: Viewer) => {
  const { cutOff: senderLeft, pieces } = request.stream;
  const length = request.header("content-length");
  const source = {
    mimeType: request.header("content-type") ?? "",
    size: length === null ? null : Number(length),
    bytes: pieces,
    repeatable: false
  };
  return Effect.raceFirst(uploadBlob(viewer, source), senderLeft);
};

const underWay = uploadsUnderWay();
const tooManyUploads = problem("RATE_LIMITED", "This person has four uploads under way already: wait for one to end.", {
  retryAfter: 1
});

const stored = (blob: Effect.Effect.Success<ReturnType<typeof upload>>): HttpResponse => {
  const { mimeType, ref, size } = blob;
  return json(200, { blob: { ref, mimeType, size } }, noStore);
};

const answer = Effect.fnUntraced(function* (request: HttpRequest) {
  const who = yield* requestViewer(request);
  if (who.viewer === null) return yield* refused(who.challenge, who.over);
  const encoding = request.header("content-encoding");
  if (encoding !== null && encoding.trim().toLowerCase() !== "identity") return problemResponse(asItIs);
  const stream = Effect.map(upload(request, who.viewer), stored);
  return yield* underWay(who.viewer.did, stream, () => problemResponse(tooManyUploads));
});

const told = (failure: Parameters<typeof uploadProblem>[0]) => {
  const said = uploadProblem(failure);
  if (said.code !== "UNAUTHENTICATED") return Effect.succeed(problemResponse(said));
  return Effect.map(PublicUrl, (publicUrl) =>
    problemResponse(said, { "www-authenticate": challenge(publicUrl, "invalid_token") })
  );
};

const handle = (request: HttpRequest) =>
  answer(request).pipe(
    Effect.catchTags({
      UseDpopNonce: () =>
        Effect.map(PublicUrl, (publicUrl) =>
          problemResponse(nonceNeeded, { "www-authenticate": challenge(publicUrl, "use_dpop_nonce") })
        ),
      BlobRefused: told,
      MissingScope: told,
      SessionOver: told,
      SessionNotRefreshed: told,
      RepositoryFailure: told,
      BodyRefused: () => Effect.succeed(problemResponse(cutOff)),
      EventLogUnavailable: () => Effect.succeed(problemResponse(unavailable)),
      StorageUnavailable: () => Effect.succeed(problemResponse(unavailable)),
      StreamContended: () => Effect.succeed(problemResponse(contended))
    }),
    offerNonce
  );

type Needs = Effect.Effect.Context<ReturnType<typeof handle>>;

/** `POST /blobs`: the body is the blob, `Content-Type` its media type. It is passed on to the PDS while it comes in. */
export const blobRoutes: ReadonlyArray<Route<Needs>> = [{ methods: ["POST"], path: "/blobs", origins: "any", handle }];
