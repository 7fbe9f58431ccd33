import type { FallbackStore } from "../session/FallbackTokens.ts";

/** Holds tokens that the store of the app refused, for all users of them in this process. */
export const fallbackInMemory = (): FallbackStore => {
  const texts = new Map<string, string>();
  return {
    get: async (name) => texts.get(name) ?? null,
    set: async (name, text) => void texts.set(name, text),
    remove: async (name) => void texts.delete(name)
  };
};
