/**
 * What a login left in this browser: the tokens together with the key they are bound to, in one record of IndexedDB,
 * which can hold a key that no script can read. So no tab ever sees the tokens of one login with the key of another.
 */
const asked = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () =>
      reject(new Error("This browser lets the page keep nothing, so that you cannot log in here."));
  });

const inStore = async (mode, act) => {
  const opening = indexedDB.open("statusphere", 2);
  opening.onupgradeneeded = () => opening.result.createObjectStore("login");
  const database = await asked(opening);
  try {
    return await asked(act(database.transaction("login", mode).objectStore("login")));
  } finally {
    database.close();
  }
};

export const keptLogin = async () => (await inStore("readonly", (store) => store.get("current"))) ?? null;
export const keepLogin = (login) => inStore("readwrite", (store) => store.put(login, "current"));
export const forgetLogin = () => inStore("readwrite", (store) => store.delete("current"));
