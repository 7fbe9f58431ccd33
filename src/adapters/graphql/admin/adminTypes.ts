import { GraphQLEnumType, GraphQLNonNull, GraphQLObjectType, GraphQLString } from "graphql";
import type { AdminRole } from "../../../domain/administration/AdminRole.ts";
import { dateTimeScalar } from "../schema/scalars/dateTimeScalar.ts";
import { flag, text } from "../schema/scalars/requiredTypes.ts";
import { adminRole } from "./roles/requiresDirective.ts";

/** The source of the fields of an admin session. */
export interface ShownSession {
  readonly state: "SIGNED_OUT" | "SET_UP" | "ADMIN";
  readonly role: AdminRole | null;
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
  description: "The progress of signing in.",
  values: {
    SIGNED_OUT: { description: "Nobody is signed in." },
    SET_UP: { description: "Entered the setup token, and must sign in with the account that becomes an admin." },
    ADMIN: { description: "An admin." }
  }
});

export const adminSession = new GraphQLObjectType<ShownSession>({
  name: "AdminSession",
  description: "The current session of the settings.",
  fields: {
    state: { type: new GraphQLNonNull(sessionState) },
    role: { type: adminRole, description: "The role of the admin; null for anybody else." },
    did: { type: GraphQLString },
    handle: { type: GraphQLString, description: "Null if it is unknown." },
    expiresAt: {
      type: dateTimeScalar,
      description: "When the session ends at the latest. Null for an app that uses an access token."
    },
    setUpOpen: { type: flag, description: "Whether the setup token for the first admin can still be used." },
    origin: { type: text, description: "The public URL of the instance." },
    version: { type: text },
    development: { type: flag }
  }
});

/** The source of the fields of an admin. */
export interface ShownAdmin {
  readonly did: string;
  readonly role: AdminRole;
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
    role: { type: new GraphQLNonNull(adminRole) },
    handle: { type: GraphQLString, description: "Null if it is unknown." },
    addedAt: { type: dateTimeScalar, description: "Null for admins in ADMIN_DIDS." },
    addedBy: {
      type: GraphQLString,
      description:
        "The DID of the admin who added it. Null for admins in ADMIN_DIDS and for those who used a setup token."
    },
    fromConfiguration: {
      type: flag,
      description: "Whether it is in ADMIN_DIDS: always an owner, who cannot be removed here."
    },
    isYou: { type: flag }
  }
});
