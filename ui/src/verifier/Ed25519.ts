/** Verifies Ed25519 signatures, and says with which implementation. */
export interface Ed25519 {
  readonly by: "WebCrypto" | "JavaScript";
  readonly verify: (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) => Promise<boolean>;
}

const copy = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

const webCrypto = (subtle: SubtleCrypto): Ed25519 => ({
  by: "WebCrypto",
  verify: async (publicKey, message, signature) => {
    try {
      const key = await subtle.importKey("raw", copy(publicKey), { name: "Ed25519" }, false, ["verify"]);
      return await subtle.verify({ name: "Ed25519" }, key, copy(signature), copy(message));
    } catch {
      return false;
    }
  }
});

/** The public key of test 1 of RFC 8032, section 7.1. */
const testKey = new Uint8Array([
  215, 90, 152, 1, 130, 177, 10, 183, 213, 75, 254, 211, 201, 100, 7, 58, 14, 225, 114, 243, 218, 166, 35, 37, 175, 2,
  26, 104, 247, 7, 81, 26
]);

const isSupported = async (subtle: SubtleCrypto): Promise<boolean> => {
  try {
    await subtle.importKey("raw", testKey, { name: "Ed25519" }, false, ["verify"]);
    return true;
  } catch {
    return false;
  }
};

/**
 * Returns the Ed25519 of WebCrypto. Browsers that lack it (before Chrome 137, Firefox 129 and Safari 17), and pages that
 * were opened over plain HTTP, get one in JavaScript.
 */
export const loadEd25519 = async (
  subtle: SubtleCrypto | null = globalThis.crypto?.subtle ?? null
): Promise<Ed25519> => {
  if (subtle !== null && (await isSupported(subtle))) return webCrypto(subtle);
  const { verifyEd25519 } = await import("../../../src/domain/transparency/verifyEd25519.ts");
  return {
    by: "JavaScript",
    verify: (publicKey, message, signature) => Promise.resolve(verifyEd25519(publicKey, message, signature))
  };
};
