import { GraphQLInt, GraphQLNonNull, GraphQLString } from "graphql";
import { enumName, typeName, variantNames } from "../../../../domain/api/apiName.ts";
import type { LexiconSet } from "../../../../domain/lexicon/model/LexiconSet.ts";
import { isBare, nameOfObject } from "../record/objectName.ts";
import { unionsOf } from "../record/objectTypes.ts";
import { jsonScalar } from "../scalars/jsonScalar.ts";
import type { TypeRegistry } from "../TypeRegistry.ts";
import { inputFields } from "./propertyInput.ts";

const defineBlobInput = (types: TypeRegistry): void => {
  types.inputObject("BlobInput", "A file that was uploaded before.", () => ({
    ref: { type: new GraphQLNonNull(GraphQLString), description: "The CID returned by `uploadBlob`." },
    mimeType: { type: new GraphQLNonNull(GraphQLString) },
    size: { type: new GraphQLNonNull(GraphQLInt), description: "Bytes." }
  }));
};

const defineUnionInput = (
  types: TypeRegistry,
  lexicons: LexiconSet,
  id: string,
  variants: ReadonlyArray<string>
): void => {
  const name = typeName(id);
  const names = variantNames(variants);
  const values = [...names].map(([variant, short]) => [enumName(short), `Select ${variant}.`] as const);
  types.enumeration(`${name}Type`, "Which variant it is.", new Map(values));
  types.inputObject(`${name}Input`, "One variant: the one that `type` names, in the field of its name.", () => ({
    type: { type: new GraphQLNonNull(types.input(`${name}Type`)) },
    ...Object.fromEntries(
      [...names].map(([variant, short]) => {
        const type = isBare(lexicons, variant) ? jsonScalar : types.input(`${nameOfObject(lexicons, variant)}Input`);
        return [short, { type, description: `The value of ${variant}.` }];
      })
    )
  }));
};

/** Defines the input types of records: for collections, for the objects and unions in them, and for blobs. */
export const defineRecordInputs = (types: TypeRegistry, lexicons: LexiconSet): void => {
  defineBlobInput(types);
  for (const { nsid, properties } of lexicons.collections) {
    types.inputObject(`${typeName(nsid)}Input`, `A ${nsid} record to write.`, () =>
      inputFields(types, lexicons, properties)
    );
  }
  for (const { id, description, properties } of lexicons.objects.values()) {
    types.inputObject(`${nameOfObject(lexicons, id)}Input`, description, () =>
      inputFields(types, lexicons, properties)
    );
  }
  for (const [id, variants] of unionsOf(lexicons)) defineUnionInput(types, lexicons, id, variants);
};
