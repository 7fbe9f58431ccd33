import type { FallbackStore } from "../session/FallbackTokens.ts";

/** Tokens that the store of the app refused, for all who use them in this process. */
export const fallbackInMemory = (): FallbackStore => {
  const kept = new Map<string, string>();
  return {
    get: async (name) => kept.get(name) ?? null,
    set: async (name, text) => void kept.set(name, text),
    remove: async (name) => void kept.delete(name)
  };
};
