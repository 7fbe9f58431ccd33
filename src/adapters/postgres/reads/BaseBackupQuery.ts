import type { Writable } from "node:stream";
import type { Connection, Submittable } from "pg";

/** Where the parts of a base backup go. */
export interface BaseBackupSink {
  /** The data folder, as a tar archive. */
  readonly archive: Writable;
  /** PostgreSQL's manifest of it. */
  readonly manifest: Writable;
  /** Reports bytes of the archive that arrived. */
  readonly onBytes: (bytes: number) => void;
}

/** Where the write-ahead log of a base backup begins or ends. */
interface BackupPoint {
  readonly position: string;
  readonly timeline: number;
}

/** What the server states about a base backup. */
export interface BackupSpan {
  readonly start: BackupPoint;
  readonly end: BackupPoint;
  /** Whether there are tablespaces beside the data folder. */
  readonly hasTablespaces: boolean;
}

interface DataRow {
  readonly fields: ReadonlyArray<string | null>;
}

/** How many bytes may wait until they are written, before the server has to wait. */
const maxUnwritten = 1_048_576;

const messageKinds = { archive: 0x6e, data: 0x64, manifest: 0x6d, progress: 0x70 } as const;

const pointOf = ({ fields: [position, timeline] }: DataRow): BackupPoint => ({
  position: position ?? "",
  timeline: Number(timeline)
});

/**
 * The command BASE_BACKUP of the replication protocol of PostgreSQL (since version 15), as a query of `pg`. The server
 * sends the beginning, the tablespaces, the archive with the manifest, and the end.
 */
export class BaseBackupQuery implements Submittable {
  readonly #command: string;
  readonly #sink: BaseBackupSink;
  readonly #done = Promise.withResolvers<BackupSpan>();
  readonly #rows: Array<DataRow> = [];
  #rowsBefore = 0;
  #unwritten = 0;
  #target: Writable | null = null;
  #connection: Connection | null = null;
  #failure: Error | null = null;

  constructor(command: string, sink: BaseBackupSink) {
    this.#command = command;
    this.#sink = sink;
  }

  /** Resolves when the server has sent everything. */
  get done(): Promise<BackupSpan> {
    return this.#done.promise;
  }

  submit(connection: Connection): void {
    this.#connection = connection;
    connection.query(this.#command);
  }

  handleRowDescription(): void {}

  handleDataRow(row: DataRow): void {
    this.#rows.push(row);
  }

  handleCommandComplete(): void {}

  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    const { archive, manifest } = this.#sink;
    switch (chunk[0]) {
      case messageKinds.archive:
        this.#rowsBefore = this.#rows.length;
        this.#target = archive;
        return;
      case messageKinds.manifest:
        archive.end();
        this.#target = manifest;
        return;
      case messageKinds.data:
        this.#write(chunk.subarray(1));
    }
  }

  handleReadyForQuery(): void {
    this.#sink.manifest.end();
    if (this.#failure !== null) this.#done.reject(this.#failure);
    else this.#done.resolve(this.#span());
  }

  handleError(failure: Error): void {
    this.#failure = failure;
    // The server ends the connection after a fatal error, without being ready again.
    this.#done.reject(failure);
  }

  handlePortalSuspended(): void {}

  handleEmptyQuery(): void {}

  /** `pg` reuses the memory of a message for the next one. A stream that has ended emits no `drain`, but calls back. */
  #write(bytes: Buffer): void {
    const target = this.#target;
    const stream = this.#connection?.stream;
    if (target === null || stream === undefined) return;
    if (target === this.#sink.archive) this.#sink.onBytes(bytes.length);
    this.#unwritten += bytes.length;
    if (this.#unwritten > maxUnwritten) stream.pause();
    target.write(Buffer.from(bytes), () => {
      this.#unwritten -= bytes.length;
      if (this.#unwritten <= maxUnwritten && stream.isPaused()) stream.resume();
    });
  }

  #span(): BackupSpan {
    const [start, ...tablespaces] = this.#rows.slice(0, this.#rowsBefore);
    const end = this.#rows.at(-1);
    const none = { fields: [] };
    return {
      start: pointOf(start ?? none),
      end: pointOf(end ?? none),
      hasTablespaces: tablespaces.some(({ fields: [oid] }) => oid !== null)
    };
  }
}
