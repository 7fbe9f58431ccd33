import { GraphQLNonNull, type GraphQLObjectType } from "graphql";
import { typeName } from "../../../../domain/api/apiName.ts";
import type { Collection } from "../../../../domain/lexicon/model/Collection.ts";
import { didJoinsOf, type Join, joinsOf } from "../../../../domain/lexicon/model/Join.ts";
import type { LexiconSet } from "../../../../domain/lexicon/model/LexiconSet.ts";
import { sharedJoinsName } from "../../../../domain/lexicon/model/listedJoins.ts";
import { isThroughObjects, pathText, type Reference } from "../../../../domain/lexicon/model/Reference.ts";
import { pageArguments } from "../page/pageArguments.ts";
import type { OutputField, TypeRegistry } from "../TypeRegistry.ts";

const connection = (types: TypeRegistry, { collection }: Join) => ({
  type: new GraphQLNonNull(types.output(`${typeName(collection.nsid)}Connection`)),
  args: pageArguments(types, collection)
});

/** The description of the records on the other side of a reference. */
const pointingAt = ({ path }: Reference, what: string): string =>
  isThroughObjects(path) ? `whose ${pathText(path)} is ${what}` : `with ${what} in ${pathText(path)}`;

const joinField = (types: TypeRegistry, join: Join): OutputField => {
  const { name, collection } = join;
  const { nsid, key } = collection;
  switch (join._tag) {
    case "DidJoin":
      if (key._tag === "Literal") {
        return {
          name,
          description: `The ${nsid} record of the same author.`,
          type: types.output(typeName(nsid)),
          outputKind: { _tag: "DidRecordKind", collection, rkey: key.value }
        };
      }
      return {
        name,
        description: `The ${nsid} records of the same author.`,
        ...connection(types, join),
        outputKind: { _tag: "DidPageKind", collection }
      };
    case "ReverseJoin":
      return {
        name,
        description: `The ${nsid} records ${pointingAt(join.reference, "this record")}.`,
        ...connection(types, join),
        outputKind: { _tag: "ReverseJoinKind", collection, via: join.reference.path }
      };
    case "ViewerJoin": {
      const { path, target } = join.reference;
      const what = target === "uri" ? "this record" : "the author of this record";
      return {
        name,
        description: `The ${nsid} record of the signed-in user ${pointingAt(join.reference, what)}.`,
        type: types.output(typeName(nsid)),
        outputKind: { _tag: "ViewerRecordKind", collection, via: path, target }
      };
    }
  }
};

/** Defines `<f of target>ByDid` for every collection: one record if the key is a literal, otherwise a connection. */
export const didJoinFields = (types: TypeRegistry, { collections }: LexiconSet): ReadonlyArray<OutputField> =>
  didJoinsOf(collections).map((join) => joinField(types, join));

/** The type with all joins as fields. */
export const joinsTypeName = "Joins";

/** Defines `Joins`: the joins by author, the reverse joins of references, and the viewer's own records. */
export const defineJoins = (types: TypeRegistry, { collections, objects }: LexiconSet): GraphQLObjectType =>
  types.object(joinsTypeName, "The records that are related to a record. Every record type has these fields.", () =>
    joinsOf(collections, objects).map((join) => joinField(types, join))
  );

/** The field `joins` of every record type. */
export const sharedJoinsField = (types: TypeRegistry, collection: Collection): OutputField => ({
  name: sharedJoinsName(collection),
  description: "All related records, with the same field names for every record type and every set of Lexicons.",
  type: new GraphQLNonNull(types.output(joinsTypeName)),
  outputKind: { _tag: "JoinsKind" }
});
