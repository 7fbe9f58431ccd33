import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import { GraphQLBoolean, GraphQLNonNull, GraphQLString } from "graphql";
import { signOutAdmin } from "../../../application/admin/adminSession.ts";
import { currentAdmins } from "../../../application/admin/currentAdmins.ts";
import { SignInSentences } from "../../../application/admin/SignInSentences.ts";
import { InstanceSettings } from "../../../application/instance/InstanceSettings.ts";
import { PublicUrl } from "../../../application/instance/PublicUrl.ts";
import { KnownActors } from "../../../domain/record/index/KnownActors.ts";
import type { RootFields } from "../schema/ApiSchema.ts";
import type { AdminContext } from "./AdminContext.ts";
import { adminSession, type ShownSession } from "./adminTypes.ts";
import { adminError } from "./asAdmin.ts";

const stateOf = ({ admin, session }: AdminContext): ShownSession["state"] => {
  if (admin !== null) return "ADMIN";
  return session?._tag === "SetUp" ? "SET_UP" : "SIGNED_OUT";
};

const show = Effect.fnUntraced(function* (context: AdminContext) {
  const { development, version } = yield* InstanceSettings;
  const origin = yield* PublicUrl;
  const admins = yield* currentAdmins;
  const did = context.admin?.did ?? null;
  const actors = yield* KnownActors;
  const handles = yield* actors.handles(did === null ? [] : [did]);
  const { session } = context;
  return {
    state: stateOf(context),
    role: context.admin?.role ?? null,
    did,
    handle: did === null ? null : (handles.get(did) ?? null),
    expiresAt: session === null ? null : new Date(session.expiresAt).toISOString(),
    setUpOpen: !admins.any,
    origin,
    version,
    development
  } satisfies ShownSession;
});

const Code = Schema.Struct({ code: Schema.String });

const sentenceOf = Effect.fnUntraced(function* (given: unknown) {
  const { code } = yield* Effect.orDie(Schema.decodeUnknown(Code)(given));
  const sentences = yield* SignInSentences;
  return sentences.of(code);
});

/** The fields of the current session. Anyone can read them, so that the settings page knows what to show. */
export const adminSessionFields: Required<RootFields<AdminContext>> = {
  query: {
    adminSession: {
      type: new GraphQLNonNull(adminSession),
      description: "The current session of the settings. Public, so that the page knows what to show.",
      resolve: (_source, _arguments, context) => context.run(Effect.mapError(show(context), adminError))
    },
    signInProblem: {
      type: GraphQLString,
      description:
        "The sentence for the code in `/settings?problem=<code>` or in the response to a sign-in, including what to do. Null for an unknown code. Public.",
      args: { code: { type: new GraphQLNonNull(GraphQLString) } },
      resolve: (_source, given, context) => context.run(sentenceOf(given))
    }
  },
  mutation: {
    signOutAdmin: {
      type: new GraphQLNonNull(GraphQLBoolean),
      description: "Ends the session of this browser. False if there was none.",
      resolve: (_source, _arguments, { run, session }) =>
        session === null ? false : run(Effect.mapError(Effect.as(signOutAdmin(session.sessionHash), true), adminError))
    }
  }
};
