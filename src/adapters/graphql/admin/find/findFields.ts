import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import { GraphQLEnumType, GraphQLList, GraphQLNonNull, GraphQLObjectType, GraphQLString } from "graphql";
import { type Found, findByText, foundKinds } from "../../../../application/find/findByText.ts";
import type { RootFields } from "../../schema/ApiSchema.ts";
import { text } from "../../schema/scalars/requiredTypes.ts";
import type { AdminContext } from "../AdminContext.ts";
import { asAdmin } from "../asAdmin.ts";

const foundKind = new GraphQLEnumType({
  name: "FoundKind",
  values: Object.fromEntries(foundKinds.map((kind) => [kind.toUpperCase(), { value: kind }]))
});

const found = new GraphQLObjectType<Found>({
  name: "Found",
  description: "Something that a text names.",
  fields: {
    kind: { type: new GraphQLNonNull(foundKind) },
    id: {
      type: text,
      description:
        "Depending on the kind: the DID, the client id, the NSID, the AT URI, the position of the event, the id of the authorization or of the request."
    },
    name: { type: text, description: "How people know it, such as a handle or the name of an app." },
    detail: { type: GraphQLString, description: "What distinguishes it from others of the same name." }
  }
});

const Sent = Schema.Struct({ text: Schema.String });

/** The admin API field that finds things of any kind. */
export const findFields: RootFields<AdminContext> = {
  query: {
    find: {
      type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(found))),
      description:
        "What a text names, up to 6 of each kind: accounts by a part of their handle or the beginning of their DID, clients by a part of their name or id, collections and Lexicons by a part of their NSID; records by AT URI, events by position or id, authorizations and HTTP requests by id. For admins.",
      args: { text: { type: text, description: "Up to 1,000 characters." } },
      resolve: (_source, given, context) =>
        // graphql-js has validated the arguments, so a failure to decode them is a defect.
        asAdmin(context, () =>
          Effect.flatMap(Effect.orDie(Schema.decodeUnknown(Sent)(given)), (sent) => findByText(sent.text))
        )
    }
  }
};
