import { assert, describe, it } from "@effect/vitest";
import { created, hear, startStage } from "./liveStage.ts";

describe("a subscription", () => {
  it("receives what happens from now on, in order, with cursors", async () => {
    const { server, settle, tab } = await startStage();
    server.append();
    const heard = hear();
    tab.client.subscribe(created, {}, heard.options);
    await settle();
    server.append();
    server.append();
    await settle();
    assert.deepStrictEqual(heard.events, [2, 3]);
    assert.deepStrictEqual(heard.cursors, ["2", "3"]);
    assert.deepStrictEqual(heard.statuses, ["live"]);
  });

  it("continues after a query", async () => {
    const { server, settle, tab } = await startStage();
    server.append();
    let after = "";
    await tab.client.query("{ a }", undefined, { onCursor: (cursor) => (after = cursor) });
    server.append();
    server.append();
    const heard = hear();
    tab.client.subscribe(created, { after }, heard.options);
    await settle();
    assert.deepStrictEqual(heard.events, [2, 3]);
  });

  it("continues after what it received when the connection is lost", async () => {
    const { passBy, server, settle, tab } = await startStage();
    const heard = hear();
    tab.client.subscribe(created, {}, heard.options);
    await settle();
    server.append();
    await settle();
    server.closeAll(1006);
    server.append();
    server.append();
    await passBy(1000);
    server.append();
    await settle();
    assert.deepStrictEqual(heard.events, [1, 2, 3, 4]);
    assert.deepStrictEqual(heard.statuses, ["live", "connecting", "live"]);
  });

  it("loses nothing if the connection is lost before the first event", async () => {
    const { passBy, server, settle, tab } = await startStage();
    server.append();
    const heard = hear();
    tab.client.subscribe(created, {}, heard.options);
    await settle();
    server.closeAll(1006);
    server.append();
    await passBy(1000);
    assert.deepStrictEqual(heard.events, [2]);
  });

  it("shares one connection and one query for the start with the others, which closes after the last", async () => {
    const { instance, passBy, server, settle, tab } = await startStage();
    instance.calls.length = 0;
    const all = [hear(), hear(), hear()];
    const ends = all.map(({ options }) => tab.client.subscribe(created, {}, options));
    await settle();
    assert.deepStrictEqual([server.inits.length, server.subscriptions(), instance.calls.length], [1, 3, 1]);
    server.append();
    await settle();
    ends[0]?.();
    ends[1]?.();
    await settle();
    server.append();
    await settle();
    assert.deepStrictEqual(
      all.map(({ events }) => events),
      [[1], [1], [1, 2]]
    );
    assert.deepStrictEqual([server.subscriptions(), server.connections()], [1, 1]);
    ends[2]?.();
    await passBy(100_000);
    assert.deepStrictEqual([server.subscriptions(), server.connections(), server.inits.length], [0, 0, 1]);
    assert.deepStrictEqual(
      all.flatMap(({ ends, errors }) => [...ends, ...errors]),
      []
    );
  });

  it("keeps the connection if another subscription starts when the last one ends", async () => {
    const { server, settle, tab } = await startStage();
    const end = tab.client.subscribe(created, {}, hear().options);
    await settle();
    const heard = hear();
    end();
    tab.client.subscribe(created, {}, heard.options);
    await settle();
    server.append();
    await settle();
    assert.deepStrictEqual([heard.events, server.inits.length], [[1], 1]);
  });

  it("ends by its signal, and does not start if that is aborted or it is ended at once", async () => {
    const { server, settle, tab } = await startStage();
    const controller = new AbortController();
    const heard = hear();
    tab.client.subscribe(created, {}, { ...heard.options, signal: controller.signal });
    await settle();
    controller.abort();
    server.append();
    await settle();
    tab.client.subscribe(created, {}, { ...heard.options, signal: controller.signal });
    tab.client.subscribe(created, {}, heard.options)();
    await settle();
    assert.deepStrictEqual([heard.events, heard.ends, server.subscriptions(), server.connections()], [[], [], 0, 0]);
    assert.strictEqual(server.inits.length, 1);
  });

  it("fails if the document cannot continue", async () => {
    const { instance, server, settle, tab } = await startStage();
    instance.calls.length = 0;
    const heard = hear();
    tab.client.subscribe("subscription { created }", {}, heard.options);
    await settle();
    assert.deepStrictEqual(
      heard.errors.map(({ reason }) => reason),
      ["configuration"]
    );
    assert.deepStrictEqual([heard.ends, server.inits, instance.calls.length], [["failed"], [], 0]);
  });

  it("fails with the error of the server, such as a cursor that is too old, and the others continue", async () => {
    const { passBy, server, settle, tab } = await startStage();
    const [one, two] = [hear(), hear()];
    for (let event = 0; event < 5; event++) server.append();
    server.trouble.oldest = 3;
    tab.client.subscribe(created, { after: "2" }, one.options);
    tab.client.subscribe(created, { after: "3" }, two.options);
    await settle();
    assert.deepStrictEqual(
      one.errors.map(({ code, reason }) => [reason, code]),
      [["graphql", "CURSOR_TOO_OLD"]]
    );
    assert.deepStrictEqual([one.events, one.ends, two.events, two.ends], [[], ["failed"], [4, 5], []]);
    await passBy(60_000);
    assert.strictEqual(server.subscribed.length, 2);
  });

  it("reports when it could not continue after a lost connection", async () => {
    const { passBy, server, settle, tab } = await startStage();
    const heard = hear();
    tab.client.subscribe(created, {}, heard.options);
    await settle();
    server.append();
    await settle();
    server.closeAll(1006);
    server.append();
    server.append();
    server.trouble.oldest = 2;
    await passBy(1000);
    assert.deepStrictEqual(heard.events, [1]);
    assert.deepStrictEqual(
      heard.errors.map(({ code }) => code),
      ["CURSOR_TOO_OLD"]
    );
    assert.deepStrictEqual(heard.ends, ["failed"]);
  });

  it("starts again if the server is temporarily unavailable", async () => {
    const { passBy, server, settle, tab } = await startStage();
    const heard = hear();
    server.trouble.errors = ["UNAVAILABLE", "UNAVAILABLE"];
    tab.client.subscribe(created, {}, heard.options);
    await settle();
    server.append();
    await passBy(5000);
    assert.deepStrictEqual([heard.events, heard.errors, server.inits.length], [[1], [], 1]);
  });

  it("continues if a function of the app throws", async () => {
    const { server, settle, tab } = await startStage();
    const thrown: Array<unknown> = [];
    const listeners = process.listeners("unhandledRejection");
    process.removeAllListeners("unhandledRejection");
    process.on("unhandledRejection", (error) => thrown.push(error));
    try {
      const heard = hear();
      const failing = () => {
        throw new Error("a mistake");
      };
      tab.client.subscribe(created, {}, { ...heard.options, onData: failing });
      tab.client.subscribe(created, {}, heard.options);
      await settle();
      server.append();
      server.append();
      await settle();
      assert.deepStrictEqual([heard.events, thrown.length], [[1, 2], 2]);
    } finally {
      process.removeAllListeners("unhandledRejection");
      for (const listener of listeners) process.on("unhandledRejection", listener);
    }
  });

  it("fails if its code cannot be loaded, and is loaded again for the next one", async () => {
    const { settle, ...computer } = await startStage();
    let loads = 0;
    const tab = computer.open({
      subscriptions: async () => {
        loads++;
        throw new TypeError("Failed to fetch dynamically imported module");
      }
    });
    const heard = hear();
    tab.client.publicSubscribe(created, {}, heard.options);
    await settle();
    tab.client.publicSubscribe(created, {}, heard.options);
    await settle();
    assert.deepStrictEqual(
      heard.errors.map(({ reason }) => reason),
      ["unreachable", "unreachable"]
    );
    assert.deepStrictEqual([heard.ends, loads], [["failed", "failed"], 2]);
  });
});
