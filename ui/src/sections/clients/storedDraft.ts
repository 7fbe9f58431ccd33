import { tabStore } from "../../session/browserStore.ts";
import type { ClientDraft } from "./ClientDraft.ts";

const name = "tidemark.newClient";

const isDraft = (value: unknown): value is ClientDraft => {
  if (typeof value !== "object" || value === null) return false;
  if (!("name" in value && "type" in value && "redirectUris" in value && "scope" in value)) return false;
  const { name, redirectUris, scope, type } = value;
  const isTyped = type === "PUBLIC" || type === "CONFIDENTIAL";
  const areUris = Array.isArray(redirectUris) && redirectUris.every((uri) => typeof uri === "string");
  return typeof name === "string" && isTyped && areUris && redirectUris.length > 0 && typeof scope === "string";
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** Returns the unsent form of a new client in this tab, for a user who had to sign in again. */
export const storedDraft = (): ClientDraft | null => {
  const draft = parsed(tabStore.get(name) ?? "null");
  return isDraft(draft) ? draft : null;
};

export const storeDraft = (draft: ClientDraft): void => tabStore.set(name, JSON.stringify(draft));

export const forgetDraft = (): void => tabStore.remove(name);
