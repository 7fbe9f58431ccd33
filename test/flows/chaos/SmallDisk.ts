import { execFileSync } from "node:child_process";
import { mkdirSync, rmdirSync } from "node:fs";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";

const piece = Buffer.alloc(1 << 20);

/** A file system in memory with a fixed size, which can be filled. Only root can mount one. */
export class SmallDisk {
  readonly folder: string;
  readonly #ballast: string;

  private constructor(folder: string) {
    this.folder = folder;
    this.#ballast = join(folder, "ballast");
  }

  /** Mounts one on a new folder; null where that is not allowed. */
  static mount(folder: string, megabytes: number): SmallDisk | null {
    mkdirSync(folder);
    try {
      execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=755`, "tmpfs", folder], { stdio: "ignore" });
    } catch {
      rmdirSync(folder);
      return null;
    }
    return new SmallDisk(folder);
  }

  /** Takes up all the space that is left. */
  async fill(): Promise<void> {
    const file = await open(this.#ballast, "a");
    try {
      for (;;) await file.appendFile(piece);
    } catch {
      // ENOSPC is what it is for.
    } finally {
      await file.close();
    }
  }

  /** Gives the space back. */
  free(): Promise<void> {
    return rm(this.#ballast, { force: true });
  }

  unmount(): void {
    execFileSync("umount", ["-l", this.folder]);
    rmdirSync(this.folder);
  }
}
