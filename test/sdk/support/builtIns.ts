/** The oldest supported browsers, all from autumn 2021. */
export const oldest = { Chrome: 94, Firefox: 93, Safari: 15 };

/**
 * What the SDK may take from the language and the browser, by interface: each has been there since those browsers or longer,
 * by "Browser compatibility" at the end of its page on MDN. Look there before you add one.
 */
const members: Readonly<Record<string, string>> = {
  AbortController: "abort signal",
  AbortSignal: "aborted addEventListener removeEventListener",
  Array: "every filter find includes isArray join length map some",
  Blob: "type",
  Body: "text",
  Crypto: "getRandomValues subtle",
  CryptoKeyPair: "privateKey publicKey",
  Date: "now parse",
  Document: "hidden",
  Error: "name",
  Event: "type",
  Headers: "get",
  History: "replaceState state",
  IDBDatabase: "close createObjectStore transaction",
  IDBFactory: "open",
  IDBObjectStore: "add delete get put",
  IDBOpenDBRequest: "onupgradeneeded",
  IDBRequest: "error onerror onsuccess result",
  IDBTransaction: "error objectStore onabort oncomplete",
  JSON: "parse stringify",
  JsonWebKey: "crv d kty x y",
  Location: "assign href",
  Map: "delete get set size values",
  Math: "abs floor max min random",
  NavigatorOnLine: "onLine",
  Number: "POSITIVE_INFINITY",
  Object: "assign",
  Promise: "all catch finally resolve then",
  RegExp: "exec test",
  RequestInit: "headers signal",
  Response: "headers status",
  Set: "add clear delete size",
  Storage: "getItem removeItem setItem",
  String: "fromCharCode padEnd replace replaceAll slice split trim",
  SubtleCrypto: "digest exportKey generateKey importKey sign",
  TextEncoder: "encode",
  URL: "href origin pathname search searchParams",
  URLSearchParams: "delete get has toString",
  Uint8Array: "",
  WeakMap: "get set",
  WebSocket: "",
  addEventListener: "",
  btoa: "",
  clearTimeout: "",
  crypto: "",
  dispatchEvent: "",
  document: "",
  fetch: "",
  globalThis: "crypto WebSocket",
  history: "",
  indexedDB: "",
  location: "",
  navigator: "",
  queueMicrotask: "",
  removeEventListener: "",
  setTimeout: ""
};

export const builtIns: ReadonlySet<string> = new Set(
  Object.entries(members).flatMap(([owner, names]) => [
    owner,
    ...names.split(" ").flatMap((name) => (name === "" ? [] : `${owner}.${name}`))
  ])
);

/** Newer features, and the file that has a fallback. */
export const newerWithFallback: Readonly<Record<string, string>> = {
  // Undefined: an abort is then never mistaken for a timeout.
  "AbortSignal.reason": "sdk/src/http/Connection.ts",
  // Undefined: a lock in localStorage is used instead.
  "NavigatorLocks.locks": "sdk/src/browser/currentBrowser.ts",
  "LockManager.request": "sdk/src/browser/exclusivelyByLocks.ts"
};
