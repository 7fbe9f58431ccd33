import type { DropZoneProps } from "react-aria-components/DropZone";
import type { ChosenFile } from "./packFiles.ts";

type DropItem = Parameters<NonNullable<DropZoneProps["onDrop"]>>[0]["items"][number];

const filesOf = async (item: DropItem, folder: string): Promise<ReadonlyArray<ChosenFile>> => {
  if (item.kind === "file") return [{ name: folder + item.name, file: await item.getFile() }];
  if (item.kind !== "directory") return [];
  const found: Array<ChosenFile> = [];
  for await (const entry of item.getEntries()) found.push(...(await filesOf(entry, `${folder}${item.name}/`)));
  return found;
};

/** Returns all dropped files, including those in folders. */
export const droppedFiles = async (items: ReadonlyArray<DropItem>): Promise<ReadonlyArray<ChosenFile>> =>
  (await Promise.all(items.map((item) => filesOf(item, "")))).flat();
