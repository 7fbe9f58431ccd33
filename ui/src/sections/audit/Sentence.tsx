import type { PartOfSentenceFragment } from "../../api/documents.ts";
import { withoutMiddle } from "../../components/CopyableId.tsx";
import { AppLink } from "../../router/AppLink.tsx";
import { partAddress } from "./partAddress.ts";

/** A name as readers see it: a handle, the name of an app, or a shortened identifier. */
const shown = ({ clientId, did, text, uri }: PartOfSentenceFragment): string => {
  if (text === did) return withoutMiddle(text, 24);
  if (text === clientId) return withoutMiddle(text, 32);
  return uri === null ? text : withoutMiddle(text, 84);
};

/** A sentence in which accounts, apps and records are links, with their identifiers in tooltips. */
export const Sentence = ({ parts }: { readonly parts: ReadonlyArray<PartOfSentenceFragment> }) => (
  <>
    {parts.map((part, index) => {
      const to = partAddress(part);
      if (to === null) return part.text;
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of a sentence have no identity but their index.
        <AppLink key={index} className="name" to={to} title={part.did ?? part.clientId ?? part.uri ?? undefined}>
          {shown(part)}
        </AppLink>
      );
    })}
  </>
);
