import type { Entry } from "yauzl";
import { getFileNameLowLevel } from "yauzl";

/** Returns the name of an entry without `.` segments. The name of a folder ends in `/`. */
export const entryName = (entry: Entry): string =>
  getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, true)
    .split("/")
    .filter((part, at, parts) => part !== "." && (part !== "" || at === 0 || at === parts.length - 1))
    .join("/");

const hasControls = (text: string): boolean => /\p{Cc}/u.test(text);

/** Escapes a name for display, also on a terminal. */
export const shownName = (name: string): string => name.replace(/\p{Cc}/gu, "\uFFFD").slice(0, 300);

/** Returns why a name is not the name of a file within the archive; null when it is. */
export const nameProblem = (name: string): string | null => {
  if (hasControls(name)) return "has control characters in its name: rename it";
  if (name.includes("\\")) return "has a backslash in its name: use / between folders";
  if (name.startsWith("/") || /^[A-Za-z]:/.test(name)) return "has an absolute path: make the archive from the folder";
  if (name.split("/").includes("..")) return "leads out of the archive by ..: make the archive from the folder";
  return null;
};

/** Dot files and the files that macOS adds to archives are not Lexicons. */
export const isHidden = (name: string): boolean =>
  name.split("/").some((part) => part.startsWith(".") || part === "__MACOSX");
