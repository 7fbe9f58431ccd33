import { GraphQLBoolean, GraphQLEnumType, GraphQLNonNull, GraphQLObjectType, GraphQLString } from "graphql";
import { dateTimeScalar } from "../schema/scalars/dateTimeScalar.ts";

const text = new GraphQLNonNull(GraphQLString);
const flag = new GraphQLNonNull(GraphQLBoolean);

/** The source of the fields of an admin session. */
export interface ShownSession {
  readonly state: "SIGNED_OUT" | "SET_UP" | "ADMIN";
  readonly did: string | null;
  readonly handle: string | null;
  readonly expiresAt: string | null;
  readonly setUpOpen: boolean;
  readonly origin: string;
  readonly version: string;
  readonly development: boolean;
}

const sessionState = new GraphQLEnumType({
  name: "AdminSessionState",
  description: "How far somebody is with signing in.",
  values: {
    SIGNED_OUT: { description: "Nobody is signed in." },
    SET_UP: { description: "Came with the set-up token, and must sign in with the account that is to be an admin." },
    ADMIN: { description: "An admin." }
  }
});

export const adminSession = new GraphQLObjectType<ShownSession>({
  name: "AdminSession",
  description: "Who is signed in here.",
  fields: {
    state: { type: new GraphQLNonNull(sessionState) },
    did: { type: GraphQLString },
    handle: { type: GraphQLString, description: "Null where it is not known." },
    expiresAt: {
      type: dateTimeScalar,
      description: "When the session ends at the latest; null for an app that administers by an access token."
    },
    setUpOpen: { type: flag, description: "Whether the set-up token still lets the first admin in." },
    origin: { type: text, description: "The address of the instance." },
    version: { type: text },
    development: { type: flag }
  }
});

/** The source of the fields of an admin. */
export interface ShownAdmin {
  readonly did: string;
  readonly handle: string | null;
  readonly addedAt: string | null;
  readonly addedBy: string | null;
  readonly fromConfiguration: boolean;
  readonly isYou: boolean;
}

export const admin = new GraphQLObjectType<ShownAdmin>({
  name: "Admin",
  description: "An account that administers this instance.",
  fields: {
    did: { type: text },
    handle: { type: GraphQLString, description: "Null where it is not known." },
    addedAt: { type: dateTimeScalar, description: "Null for those of ADMIN_DIDS." },
    addedBy: {
      type: GraphQLString,
      description: "The DID of the admin who added it; null for those of ADMIN_DIDS, and who came with a set-up token."
    },
    fromConfiguration: { type: flag, description: "By ADMIN_DIDS; cannot be removed here." },
    isYou: { type: flag }
  }
});
