import { retentionClasses } from "./RetentionClass.ts";

/** The characters of the hash in the name of a file. */
const hashCharacters = 12;

/**
 * Returns the name of an archive file: the given name, and the beginning of the SHA-256 of its bytes (base64url), so that
 * files with other bytes have other names.
 */
export const archiveFileName = (name: string, sha256: string): string =>
  `${name}-${sha256.slice(0, hashCharacters)}.ndjson`;

const form = new RegExp(`^(?:${retentionClasses.join("|")})-[1-9][0-9]*-[\\w-]{${hashCharacters}}\\.ndjson$`);

/** Whether a file has the name of an archive. */
export const isArchiveFileName = (file: string): boolean => form.test(file);
