import { GraphQLNonNull, type GraphQLObjectType } from "graphql";
import { typeName } from "../../../domain/lexicon/apiName.ts";
import type { Collection } from "../../../domain/lexicon/Collection.ts";
import { didJoinsOf, type Join, joinsOf } from "../../../domain/lexicon/Join.ts";
import type { LexiconSet } from "../../../domain/lexicon/LexiconSet.ts";
import { sharedJoinsName } from "../../../domain/lexicon/listedJoins.ts";
import { isThroughObjects, pathText, type Reference } from "../../../domain/lexicon/Reference.ts";
import { pageArguments } from "./pageArguments.ts";
import type { OutputField, TypeTable } from "./TypeTable.ts";

const connection = (types: TypeTable, { collection }: Join) => ({
  type: new GraphQLNonNull(types.output(`${typeName(collection.nsid)}Connection`)),
  args: pageArguments(types, collection)
});

/** What is true of the records whose reference is followed back. */
const pointingAt = ({ path }: Reference, what: string): string =>
  isThroughObjects(path) ? `whose ${pathText(path)} is ${what}` : `with ${what} in ${pathText(path)}`;

const joinField = (types: TypeTable, join: Join): OutputField => {
  const { name, collection } = join;
  const { nsid, key } = collection;
  switch (join._tag) {
    case "DidJoin":
      if (key._tag === "Literal") {
        return {
          name,
          description: `The ${nsid} record of the same author.`,
          type: types.output(typeName(nsid)),
          meaning: { _tag: "DidRecordMeaning", collection, rkey: key.value }
        };
      }
      return {
        name,
        description: `The ${nsid} records of the same author.`,
        ...connection(types, join),
        meaning: { _tag: "DidPageMeaning", collection }
      };
    case "ReverseJoin":
      return {
        name,
        description: `The ${nsid} records ${pointingAt(join.reference, "this record")}.`,
        ...connection(types, join),
        meaning: { _tag: "ReverseJoinMeaning", collection, via: join.reference.path }
      };
    case "ViewerJoin": {
      const { path, target } = join.reference;
      const what = target === "uri" ? "this record" : "the author of this record";
      return {
        name,
        description: `The ${nsid} record of who is signed in ${pointingAt(join.reference, what)}.`,
        type: types.output(typeName(nsid)),
        meaning: { _tag: "ViewerRecordMeaning", collection, via: path, target }
      };
    }
  }
};

/** `<f of target>ByDid` for every collection: one record where the key is a literal, else a connection. */
export const didJoinFields = (types: TypeTable, { collections }: LexiconSet): ReadonlyArray<OutputField> =>
  didJoinsOf(collections).map((join) => joinField(types, join));

/** The type whose fields are all joins. */
export const joinsTypeName = "Joins";

/** `Joins`: the joins by author, those that follow references back, and the viewer's own records. */
export const defineJoins = (types: TypeTable, { collections, objects }: LexiconSet): GraphQLObjectType =>
  types.object(joinsTypeName, "The records that are related to a record. Every record type has these fields.", () =>
    joinsOf(collections, objects).map((join) => joinField(types, join))
  );

/** `joins`, which every record type has. */
export const sharedJoinsField = (types: TypeTable, collection: Collection): OutputField => ({
  name: sharedJoinsName(collection),
  description: "All related records, by the same field names for every record type and every set of Lexicons.",
  type: new GraphQLNonNull(types.output(joinsTypeName)),
  meaning: { _tag: "JoinsMeaning" }
});
