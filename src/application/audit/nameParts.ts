import * as Effect from "effect/Effect";
import type { StoryPart } from "../../domain/audit/story/StoryPart.ts";
import { KnownActors } from "../../domain/record/index/KnownActors.ts";
import { clientNameOf } from "./clientNameOf.ts";

/** A part of a sentence with the text that readers see, and what it refers to. */
export interface NamedPart {
  readonly text: string;
  readonly did: string | null;
  readonly clientId: string | null;
  readonly uri: string | null;
}

/** The current names of accounts and apps. A name that is missing is not known. */
export interface Names {
  readonly handles: ReadonlyMap<string, string>;
  readonly clients: ReadonlyMap<string, string>;
}

const nothing = { did: null, clientId: null, uri: null };

/** Returns an AT URI with the handle of its account, if that is known. */
const namedUri = (uri: string, handles: Names["handles"]): string => {
  const [, did = "", rest = ""] = /^at:\/\/([^/]+)(.*)$/.exec(uri) ?? [];
  return `at://${handles.get(did) ?? did}${rest}`;
};

const namedPart = (part: StoryPart, { clients, handles }: Names): NamedPart => {
  switch (part.is) {
    case "text":
      return { ...nothing, text: part.text };
    case "account":
      return { ...nothing, text: handles.get(part.did) ?? part.did, did: part.did };
    case "app":
      return { ...nothing, text: clients.get(part.clientId) ?? part.clientId, clientId: part.clientId };
    case "record":
      return { ...nothing, text: namedUri(part.uri, handles), uri: part.uri };
  }
};

/** Returns the parts of a sentence with names. */
export const nameParts = (parts: ReadonlyArray<StoryPart>, names: Names): ReadonlyArray<NamedPart> =>
  parts.map((part) => namedPart(part, names));

/** Returns the text of named parts. */
export const textOfParts = (parts: ReadonlyArray<NamedPart>): string => parts.map(({ text }) => text).join("");

const authorOf = (uri: string): string => /^at:\/\/([^/]+)/.exec(uri)?.[1] ?? "";

/** Looks up the names that parts of sentences need, all at once and without a network request. */
export const namesIn = Effect.fnUntraced(function* (parts: ReadonlyArray<StoryPart>) {
  const dids = new Set<string>();
  const clientIds = new Set<string>();
  for (const part of parts) {
    if (part.is === "account") dids.add(part.did);
    if (part.is === "app") clientIds.add(part.clientId);
    if (part.is === "record") dids.add(authorOf(part.uri));
  }
  const actors = yield* KnownActors;
  const handles: ReadonlyMap<string, string> = dids.size === 0 ? new Map() : yield* actors.handles([...dids]);
  const clients = new Map<string, string>();
  for (const clientId of clientIds) {
    const name = yield* clientNameOf(clientId);
    if (name !== null) clients.set(clientId, name);
  }
  return { handles, clients } satisfies Names;
});
