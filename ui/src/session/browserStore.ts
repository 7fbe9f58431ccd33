/** What a browser keeps for this page, for good or for this tab; a browser that keeps nothing answers null, and forgets. */
const storeOf = (where: "localStorage" | "sessionStorage") => {
  const tried = <Result>(use: (storage: Storage) => Result, otherwise: Result): Result => {
    try {
      return use(window[where]);
    } catch {
      return otherwise;
    }
  };
  return {
    get: (name: string): string | null => tried((storage) => storage.getItem(name), null),
    set: (name: string, text: string): void => tried((storage) => storage.setItem(name, text), undefined),
    remove: (name: string): void => tried((storage) => storage.removeItem(name), undefined)
  };
};

export const persistentStore = storeOf("localStorage");
export const tabStore = storeOf("sessionStorage");
