import * as Effect from "effect/Effect";
import { GraphqlApi } from "../../../application/api/GraphqlApi.ts";
import { problem } from "../../../application/api/Problem.ts";
import type { UploadFailure } from "../../../application/api/UploadFailure.ts";
import { KeyedSemaphore } from "../../../application/concurrency/KeyedSemaphore.ts";
import { PublicUrl } from "../../../application/instance/PublicUrl.ts";
import { uploadBlob } from "../../../application/records/blob/uploadBlob.ts";
import type { Viewer } from "../../../application/token/Viewer.ts";
import type { EndReason } from "../../../domain/authorization/end/EndReason.ts";
import { anonymousChallenge, challenge } from "../graphql/challenge.ts";
import { requestViewer } from "../graphql/requestViewer.ts";
import type { HttpRequest } from "../server/request/HttpRequest.ts";
import { type HttpResponse, json, noStore } from "../server/response/HttpResponse.ts";
import { withDpopNonce } from "../server/response/withDpopNonce.ts";
import type { Route } from "../server/routing/Route.ts";
import { problemResponse } from "./problemResponse.ts";

const authenticationRequired = problem(
  "UNAUTHENTICATED",
  "Authentication required. Please provide Authorization header."
);
const notValid = problem(
  "UNAUTHENTICATED",
  "The access token or the DPoP proof is not valid for this request: WWW-Authenticate says which. Refresh the token, or sign a new proof."
);
const nonceNeeded = problem(
  "UNAUTHENTICATED",
  "Repeat the request with a proof that contains the nonce of the DPoP-Nonce header."
);
const asItIs = problem("UNSUPPORTED_ENCODING", "Send the blob unencoded, without Content-Encoding.");
const cutOff = problem("UPLOAD_INCOMPLETE", "The blob did not arrive completely. Upload it again.");

const refused = Effect.fnUntraced(function* (said: string | null, over: EndReason | null) {
  const publicUrl = yield* PublicUrl;
  const { sessionEnded } = yield* GraphqlApi;
  const unknown = said === null ? authenticationRequired : notValid;
  const reported = over === null ? unknown : { ...sessionEnded(over), code: unknown.code };
  return problemResponse(reported, { "www-authenticate": said ?? anonymousChallenge(publicUrl) });
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

/** The maximum number of concurrent uploads per user and process. Each occupies a connection to a PDS. */
const maxUploads = 4;

const uploads = new KeyedSemaphore<string>({ permits: maxUploads, waiting: 0 });
const tooManyUploads = problem("RATE_LIMITED", "This account already has four uploads running. Wait for one to end.", {
  retryAfter: 1
});
const tooMany = Effect.sync(() => problemResponse(tooManyUploads));

const stored = (blob: Effect.Effect.Success<ReturnType<typeof upload>>): HttpResponse => {
  const { mimeType, ref, size } = blob;
  return json(200, { blob: { ref, mimeType, size } }, noStore);
};

const handleUpload = Effect.fnUntraced(function* (request: HttpRequest) {
  const who = yield* requestViewer(request);
  if (who.viewer === null) return yield* refused(who.challenge, who.over);
  const encoding = request.header("content-encoding");
  if (encoding !== null && encoding.trim().toLowerCase() !== "identity") return problemResponse(asItIs);
  const stream = Effect.map(upload(request, who.viewer), stored);
  return yield* uploads.withPermit(who.viewer.did, stream, tooMany);
});

const failed = Effect.fnUntraced(function* (failure: UploadFailure) {
  const { uploadProblem } = yield* GraphqlApi;
  const reported = uploadProblem(failure);
  if (reported.code !== "UNAUTHENTICATED") return problemResponse(reported);
  return problemResponse(reported, { "www-authenticate": challenge(yield* PublicUrl, "invalid_token") });
});

const handle = (request: HttpRequest) =>
  handleUpload(request).pipe(
    Effect.catchTags({
      UseDpopNonce: () =>
        Effect.map(PublicUrl, (publicUrl) =>
          problemResponse(nonceNeeded, { "www-authenticate": challenge(publicUrl, "use_dpop_nonce") })
        ),
      BlobRefused: failed,
      MissingScope: failed,
      SessionTerminated: failed,
      SessionNotRefreshed: failed,
      RepositoryFailure: failed,
      BodyRefused: () => Effect.succeed(problemResponse(cutOff)),
      EventLogUnavailable: failed,
      StorageUnavailable: failed,
      StreamContended: failed
    }),
    withDpopNonce
  );

type Needs = Effect.Effect.Context<ReturnType<typeof handle>>;

/** Serves `POST /blobs`: the body is the blob, `Content-Type` its media type. The body is streamed to the PDS. */
export const blobRoutes: ReadonlyArray<Route<Needs>> = [{ methods: ["POST"], path: "/blobs", origins: "any", handle }];
