/** A storage of the browser. Where it is blocked, reads return null and writes do nothing. */
const storeOf = (where) => {
  const attempt = (use) => {
    try {
      return use(window[where]);
    } catch {
      return null;
    }
  };
  return {
    get: (name) => attempt((storage) => storage.getItem(name)),
    set: (name, text) => attempt((storage) => storage.setItem(name, text)),
    remove: (name) => attempt((storage) => storage.removeItem(name))
  };
};

export const persistentStore = storeOf("localStorage");
export const tabStore = storeOf("sessionStorage");
