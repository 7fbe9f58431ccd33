/** The browser's storage, permanent or of this tab. Where it is blocked, reads return null and writes do nothing. */
const storeOf = (where: "localStorage" | "sessionStorage") => {
  const attempt = <Result>(use: (storage: Storage) => Result, fallback: Result): Result => {
    try {
      return use(window[where]);
    } catch {
      return fallback;
    }
  };
  return {
    get: (name: string): string | null => attempt((storage) => storage.getItem(name), null),
    set: (name: string, text: string): void => attempt((storage) => storage.setItem(name, text), undefined),
    remove: (name: string): void => attempt((storage) => storage.removeItem(name), undefined)
  };
};

export const persistentStore = storeOf("localStorage");
export const tabStore = storeOf("sessionStorage");
