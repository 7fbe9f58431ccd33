/** Reads the files of a tar archive, by their names without the folder. */
export const readTar = (archive: Buffer): ReadonlyMap<string, string> => {
  const files = new Map<string, string>();
  const textAt = (from: number, length: number) =>
    archive
      .subarray(from, from + length)
      .toString("latin1")
      .replace(/\0.*$/s, "");
  let at = 0;
  while (at + 512 <= archive.length && archive[at] !== 0) {
    const size = Number.parseInt(textAt(at + 124, 12), 8);
    const sum = archive.subarray(at, at + 512).reduce((total, byte) => total + byte, 0);
    const field = archive.subarray(at + 148, at + 156).reduce((total, byte) => total + byte - 32, 0);
    if (Number.parseInt(textAt(at + 148, 8), 8) !== sum - field) throw new Error("The checksum of a header is wrong");
    const name = textAt(at, 100);
    files.set(name.slice(name.lastIndexOf("/") + 1), archive.subarray(at + 512, at + 512 + size).toString());
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return files;
};
