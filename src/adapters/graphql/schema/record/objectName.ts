import { objectTypeName } from "../../../../domain/api/publishedNames.ts";
import type { LexiconSet } from "../../../../domain/lexicon/model/LexiconSet.ts";

/** Returns the type name of an object definition of a set. */
export const nameOfObject = (lexicons: LexiconSet, id: string): string => objectTypeName(id, lexicons.collections);

/** Whether an object has no selectable fields, so that it is returned as JSON where it is not part of a union. */
export const isBare = (lexicons: LexiconSet, id: string): boolean =>
  (lexicons.objects.get(id)?.properties.length ?? 0) === 0;
