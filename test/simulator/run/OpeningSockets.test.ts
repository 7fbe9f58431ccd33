import { connect, createServer, type Socket } from "node:net";
import { assert, describe, it } from "@effect/vitest";
import { OpeningSockets } from "./OpeningSockets.ts";

const listen = async (accepted: (socket: Socket) => void) => {
  const server = createServer(accepted);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = Object(server.address());
  return { server, port: Number(port) };
};

describe("OpeningSockets", () => {
  it("has a connection until its first response, and none to other addresses", async () => {
    const opening = new OpeningSockets();
    const accepted: Array<Socket> = [];
    const { port, server } = await listen((socket) => accepted.push(socket));
    const address = `127.0.0.1:${port}`;
    assert.isFalse(opening.isAnyTo(address));
    const socket = connect(port, "127.0.0.1");
    assert.isTrue(opening.isAnyTo(address));
    await new Promise((resolve) => server.once("connection", resolve));
    assert.isTrue(opening.isAnyTo(address));
    accepted[0]?.write("HTTP/1.1 101");
    await new Promise((resolve) => socket.once("data", resolve));
    assert.isFalse(opening.isAnyTo(address));
    const closed = connect(port, "127.0.0.1");
    assert.isTrue(opening.isAnyTo(address));
    closed.destroy();
    assert.isFalse(opening.isAnyTo(address));
    const other = connect(port, "127.0.0.1");
    await new Promise((resolve) => other.once("connect", resolve));
    assert.isFalse(opening.isAnyTo("127.0.0.1:1"));
    for (const each of [socket, other, ...accepted]) each.destroy();
    server.close();
    opening.close();
  });
});
