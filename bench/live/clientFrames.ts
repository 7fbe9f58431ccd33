import { randomBytes } from "node:crypto";

/** The opcodes of frames (RFC 6455 section 5.2). */
export const opcodes = { text: 1, ping: 9, pong: 10 } as const;

/** Returns a frame as a client sends it, masked with zeros so that it needs no copy (RFC 6455 section 5.3). */
export const clientFrame = (opcode: number, payload: Buffer): Buffer => {
  const mask = Buffer.alloc(4);
  if (payload.length < 126) return Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | payload.length]), mask, payload]);
  const head = Buffer.from([0x80 | opcode, 0x80 | 126, 0, 0]);
  head.writeUInt16BE(payload.length, 2);
  return Buffer.concat([head, mask, payload]);
};

/** Returns the request that opens a WebSocket of the protocol graphql-transport-ws. */
export const upgradeRequest = (port: number): string =>
  `GET /graphql HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nupgrade: websocket\r\nconnection: Upgrade\r\n` +
  `sec-websocket-version: 13\r\nsec-websocket-protocol: graphql-transport-ws\r\n` +
  `sec-websocket-key: ${randomBytes(16).toString("base64")}\r\n\r\n`;

/** Reads the frames that arrive in chunks, without copying those that arrive whole. */
export class FrameReader {
  readonly #onFrame: (opcode: number, isFinal: boolean, payload: Buffer) => void;
  #rest: Buffer = Buffer.alloc(0);

  constructor(onFrame: (opcode: number, isFinal: boolean, payload: Buffer) => void) {
    this.#onFrame = onFrame;
  }

  read(chunk: Buffer): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    let at = 0;
    for (;;) {
      const end = this.#frameAt(bytes, at);
      if (end === -1) break;
      at = end;
    }
    this.#rest = at === bytes.length ? Buffer.alloc(0) : bytes.subarray(at);
  }

  /** Reads the frame at an offset, and returns where it ends; -1 if it is incomplete. Frames of a server have no mask. */
  #frameAt(bytes: Buffer, at: number): number {
    if (bytes.length < at + 2) return -1;
    const first = bytes[at] ?? 0;
    const short = bytes[at + 1] ?? 0;
    const head = short < 126 ? 2 : short === 126 ? 4 : 10;
    if (bytes.length < at + head) return -1;
    const length = short < 126 ? short : short === 126 ? bytes.readUInt16BE(at + 2) : bytes.readUInt32BE(at + 6);
    const end = at + head + length;
    if (bytes.length < end) return -1;
    this.#onFrame(first & 0x0f, (first & 0x80) !== 0, bytes.subarray(at + head, end));
    return end;
  }
}
