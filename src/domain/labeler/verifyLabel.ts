import * as Effect from "effect/Effect";
import { RepositorySignatures } from "../sync/repository/RepositorySignatures.ts";
import type { SignedLabel } from "./SignedLabel.ts";

/**
 * Whether a key signed a label: ECDSA over the SHA-256 of the label without its signature, in low-S form, with K-256 or
 * P-256 (AT Protocol, Label, "Signatures"). The key is a Multikey.
 */
export const isLabelSignedBy = (key: string, { message, signature }: SignedLabel) =>
  Effect.flatMap(RepositorySignatures, (signatures) => signatures.verify(key, message, signature));
