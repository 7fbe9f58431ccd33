import { GraphQLNonNull, GraphQLString } from "graphql";
import { fieldName, typeName } from "../../../../domain/api/apiName.ts";
import type { Collection } from "../../../../domain/lexicon/model/Collection.ts";
import type { RecordChange } from "../../../../domain/record/change/RecordChange.ts";
import { text } from "../scalars/requiredTypes.ts";
import type { OutputField, TypeRegistry } from "../TypeRegistry.ts";

/** Defines `DeletedRecord`, what is known of a record that is no longer there. */
export const defineDeletedRecord = (types: TypeRegistry): void => {
  const member = (name: string, description: string, type: OutputField["type"] = text): OutputField => ({
    name,
    description,
    type,
    outputKind: { _tag: "PlainKind" }
  });
  types.object("DeletedRecord", "A record that was deleted or hidden, or that no longer matches.", () => [
    member("uri", "The AT URI."),
    member("did", "The DID of the author."),
    member("collection", "The NSID of the collection."),
    member("rkey", "The record key."),
    member("cid", "The CID of the last version; null if the account was erased.", GraphQLString)
  ]);
};

const suffixes = { created: "Created", updated: "Updated", deleted: "Deleted" } as const;

const descriptions: Readonly<Record<RecordChange["kind"], (nsid: string) => string>> = {
  created: (nsid) => `Each ${nsid} record that is created or begins to match, from now on or after a cursor.`,
  updated: (nsid) => `Each ${nsid} record that is updated and still matches, from now on or after a cursor.`,
  deleted: (nsid) =>
    `Each ${nsid} record that is deleted or hidden, or no longer matches, from now on or after a cursor.`
};

/** Defines `fCreated`, `fUpdated` and `fDeleted` of a collection. */
export const changeFields = (types: TypeRegistry, collection: Collection): ReadonlyArray<OutputField> => {
  const { nsid } = collection;
  const args = {
    where: { type: types.input(`${typeName(nsid)}WhereInput`), description: "Conditions, all of which must hold." },
    after: {
      type: GraphQLString,
      description: "The extensions.cursor of a response. The subscription continues after it. Null to start now."
    }
  };
  const kinds: ReadonlyArray<RecordChange["kind"]> = ["created", "updated", "deleted"];
  return kinds.map((change) => ({
    name: `${fieldName(nsid)}${suffixes[change]}`,
    description: descriptions[change](nsid),
    type: new GraphQLNonNull(types.output(change === "deleted" ? "DeletedRecord" : typeName(nsid))),
    args,
    outputKind: { _tag: "ChangeKind", collection, change }
  }));
};
