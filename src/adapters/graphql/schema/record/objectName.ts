import type { LexiconSet } from "../../../../domain/lexicon/model/LexiconSet.ts";
import { objectTypeName } from "../../../../domain/lexicon/publishedNames.ts";

/** The type name of an object definition of a set. */
export const nameOfObject = (lexicons: LexiconSet, id: string): string => objectTypeName(id, lexicons.collections);

/** Whether an object has nothing to select: it is given out as JSON where it stands alone. */
export const isBare = (lexicons: LexiconSet, id: string): boolean =>
  (lexicons.objects.get(id)?.properties.length ?? 0) === 0;
