import type { FieldNode } from "graphql";
import type { Shape } from "../../../../domain/record/query/RecordQuery.ts";
import type { BlobMember, BlobPreset } from "../../../../domain/record/shape/BlobMember.ts";
import { blobPresets, defaultPreset } from "../../schema/record/blobType.ts";
import type { Compilation } from "../Compilation.ts";
import { typeNamed } from "../typeNamed.ts";
import { readArguments } from "../values/readArguments.ts";
import { planMembers, type SelectedField } from "./planMembers.ts";

/** Returns the requested preset. For an unknown one it records an error and returns null. */
const presetOf = (compilation: Compilation, { definition, node }: SelectedField): BlobPreset | null => {
  const argument = readArguments(compilation, definition, node).get("preset");
  if (argument?._tag !== "ScalarArgument") return defaultPreset;
  const name = compilation.pinned((run) => String(argument.read(run)));
  const preset = blobPresets.find((each) => each === name);
  if (preset === undefined) compilation.nullify(node, `preset must be one of ${blobPresets.join(", ")}.`);
  return preset ?? null;
};

/** Plans the fields selected of a blob. */
export const planBlob = (compilation: Compilation, nodes: ReadonlyArray<FieldNode>): Shape => ({
  _tag: "BlobShape",
  members: planMembers<BlobMember>(compilation, typeNamed(compilation, "Blob"), nodes, {
    typename: (key, name) => ({ _tag: "BlobTypename", key, name }),
    field: (asked) => {
      const { key, outputKind } = asked;
      if (outputKind._tag !== "BlobKind") return null;
      if (outputKind.member !== "BlobUrl") return { _tag: outputKind.member, key };
      return { _tag: "BlobUrl", key, preset: presetOf(compilation, asked) };
    }
  })
});
