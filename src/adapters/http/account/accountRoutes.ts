import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { endAllOwnAuthorizations } from "../../../application/account/endAllOwnAuthorizations.ts";
import { startPersonLogin } from "../../../application/account/personLogin.ts";
import { signOutUser } from "../../../application/account/personSession.ts";
import { endOwnAuthorization } from "../../../application/authorizations/endOwnAuthorization.ts";
import { PublicUrl } from "../../../application/instance/PublicUrl.ts";
import { hintFor } from "../../../application/login/identity/accountHints.ts";
import { browserCookie, browserToken } from "../browser/browserToken.ts";
import { typedProblem } from "../browser/loginProblems.ts";
import { readOwnForm } from "../browser/readOwnForm.ts";
import { limitAddresses } from "../limits/limitAddresses.ts";
import type { RateLimits } from "../limits/RateLimits.ts";
import type { HttpRequest } from "../server/request/HttpRequest.ts";
import { seeOther } from "../server/response/HttpResponse.ts";
import type { Route } from "../server/routing/Route.ts";
import { accountCookie } from "./accountCookie.ts";
import { type AccountProblem, accountStatus } from "./accountProblems.ts";
import { problemResponse, redirectToAccount } from "./accountResponses.ts";
import { accountSignInPage } from "./accountSignInPage.ts";
import { showAccount, signedInAccount } from "./showAccount.ts";

const unavailable = () => Effect.succeed(problemResponse("unavailable"));
const contended = () => Effect.succeed(problemResponse("contended"));

/** Shows the form again, with the input and what is wrong with it. */
const again = (problem: AccountProblem, account: string, suggestion: string | null = null) =>
  Effect.map(PublicUrl, (publicUrl) =>
    accountSignInPage({
      status: accountStatus[problem],
      problem,
      suggestion,
      account: account.slice(0, 512),
      serviceHost: new URL(publicUrl).host
    })
  );

const signIn = Effect.fnUntraced(
  function* (request: HttpRequest) {
    const account = ((yield* readOwnForm(request)).get("account") ?? "").trim();
    if (account === "") return yield* again("account-missing", account);
    const publicUrl = yield* PublicUrl;
    const token = yield* browserToken(request, publicUrl);
    const hint = hintFor(account);
    return yield* Effect.matchEffect(
      Effect.catchTags(startPersonLogin({ account, browserToken: token }), {
        LoginRefused: (login) => Effect.fail(typedProblem(login, hint)),
        EventLogUnavailable: () => Effect.fail("unavailable" as const)
      }),
      {
        onFailure: (problem) => again(problem, account, hint?.suggestion),
        onSuccess: (location) => Effect.succeed(seeOther(location, { "set-cookie": browserCookie(token, publicUrl) }))
      }
    );
  },
  Effect.catchTag("OwnFormRefused", ({ problem }) => Effect.succeed(problemResponse(problem)))
);

const endOne = Effect.fnUntraced(
  function* (request: HttpRequest) {
    const authorizationId = (yield* readOwnForm(request)).get("authorization") ?? "";
    const person = yield* signedInAccount(request);
    if (Option.isNone(person)) return redirectToAccount("signed-out");
    yield* endOwnAuthorization({ did: person.value, clientId: null, authorizationId });
    return seeOther(`/account?done=${authorizationId}`);
  },
  Effect.catchTags({
    OwnFormRefused: ({ problem }) => Effect.succeed(problemResponse(problem)),
    AuthorizationNotFound: () => Effect.succeed(redirectToAccount("not-going-on")),
    EventLogUnavailable: unavailable,
    StorageUnavailable: unavailable,
    StreamContended: contended
  })
);

const endAll = Effect.fnUntraced(
  function* (request: HttpRequest) {
    yield* readOwnForm(request);
    const person = yield* signedInAccount(request);
    if (Option.isNone(person)) return redirectToAccount("signed-out");
    yield* endAllOwnAuthorizations(person.value);
    return seeOther("/account?done=all");
  },
  Effect.catchTags({
    OwnFormRefused: ({ problem }) => Effect.succeed(problemResponse(problem)),
    EventLogUnavailable: unavailable,
    StorageUnavailable: unavailable,
    StreamContended: contended
  })
);

const signOut = Effect.fnUntraced(
  function* (request: HttpRequest) {
    yield* readOwnForm(request);
    const publicUrl = yield* PublicUrl;
    const session = accountCookie.presented(request, publicUrl);
    if (session !== null) yield* signOutUser(session);
    return seeOther("/account", { "set-cookie": accountCookie.ended(publicUrl) });
  },
  Effect.catchTags({
    OwnFormRefused: ({ problem }) => Effect.succeed(problemResponse(problem)),
    EventLogUnavailable: unavailable
  })
);

type Needs = Effect.Effect.Context<
  ReturnType<typeof signIn | typeof endOne | typeof endAll | typeof signOut | typeof showAccount>
>;

const post = (path: string, handle: Route<Needs>["handle"]): Route<Needs> => ({
  methods: ["POST"],
  path,
  origins: "same",
  handle
});

/** The paths that accept forms show nothing. A browser that opens one again is redirected to the page. */
const backToPage = ["sign-in", "end", "end-all", "sign-out"].map(
  (name): Route<never> => ({
    methods: ["GET"],
    path: `/account/${name}`,
    origins: "same",
    handle: () => Effect.succeed(seeOther("/account"))
  })
);

const tooMany = () => Effect.succeed(problemResponse("too-many"));

/** The routes of the page on which users view and end their own sign-ins, and of its forms. */
export const accountRoutes: ReadonlyArray<Route<Needs | RateLimits>> = [
  ...limitAddresses([{ methods: ["GET", "HEAD"], path: "/account", origins: "same", handle: showAccount }], {
    cost: 1,
    refuse: tooMany
  }),
  ...limitAddresses([post("/account/sign-in", signIn), post("/account/end-all", endAll)], { cost: 5, refuse: tooMany }),
  ...limitAddresses([post("/account/end", endOne)], { cost: 1, refuse: tooMany }),
  post("/account/sign-out", signOut),
  ...backToPage
];
