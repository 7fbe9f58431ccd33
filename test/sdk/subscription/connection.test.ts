import { assert, describe, it } from "@effect/vitest";
import { created, hear, startStage } from "./liveStage.ts";

describe("the connection", () => {
  it("is attempted again after delays that double up to 30 seconds, and start anew after a success", async () => {
    const { delays, passBy, server, settle, tab } = await startStage(false);
    const heard = hear();
    tab.client.publicSubscribe(created, {}, heard.options);
    await settle();
    server.trouble.isDown = true;
    const waited: Array<number> = [];
    const wait = async () => {
      const delay = delays.at(-1) ?? Number.NaN;
      waited.push(delay);
      await passBy(delay);
    };
    server.closeAll(1001);
    await settle();
    for (let failure = 0; failure < 7; failure++) await wait();
    assert.deepStrictEqual(waited, [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
    server.trouble.isDown = false;
    await wait();
    server.append();
    await settle();
    assert.deepStrictEqual(heard.events, [1]);
    server.closeAll(1012);
    await settle();
    assert.strictEqual(delays.at(-1), 1000);
  });

  it("is attempted again after delays that are random between half and all", async () => {
    const { chance, delays, server, settle, tab } = await startStage(false);
    tab.client.publicSubscribe(created, {}, hear().options);
    await settle();
    chance.random = 1;
    server.closeAll(1006);
    await settle();
    assert.strictEqual(delays.at(-1), 500);
  });

  it("is attempted once a minute while the page is hidden or offline, and at once when it is back", async () => {
    const { delays, page, passBy, server, settle, tab } = await startStage(false);
    const heard = hear();
    tab.client.publicSubscribe(created, {}, heard.options);
    await settle();
    page.isActive = false;
    server.trouble.isDown = true;
    server.closeAll(1006);
    await settle();
    assert.strictEqual(delays.at(-1), 60_000);
    await passBy(60_000);
    assert.strictEqual(delays.at(-1), 60_000);
    page.isActive = true;
    server.trouble.isDown = false;
    server.append();
    page.wake();
    await settle();
    assert.deepStrictEqual(heard.events, [1]);
  });

  it("is closed while the page is in the back/forward cache, and opened again when it returns", async () => {
    const { page, passBy, server, settle, tab } = await startStage(false);
    const heard = hear();
    tab.client.publicSubscribe(created, {}, heard.options);
    await settle();
    page.sleep();
    await passBy(100_000);
    assert.deepStrictEqual([server.connections(), server.inits.length], [0, 1]);
    server.append();
    page.wake();
    await settle();
    assert.deepStrictEqual([heard.events, heard.ends], [[1], []]);
  });

  it("is replaced if it is lost without notice: after 40 seconds, and after 10 when the page is back", async () => {
    const { page, passBy, server, settle, tab } = await startStage(false);
    const heard = hear();
    tab.client.publicSubscribe(created, {}, heard.options);
    await settle();
    server.vanish();
    server.append();
    await passBy(39_000);
    assert.deepStrictEqual(heard.events, []);
    await passBy(2000);
    assert.deepStrictEqual(heard.events, [1]);
    server.vanish();
    server.append();
    page.wake();
    await passBy(11_000);
    assert.deepStrictEqual(heard.events, [1, 2]);
  });

  it("is kept as long as the server responds", async () => {
    const { passBy, server, settle, tab } = await startStage(false);
    tab.client.publicSubscribe(created, {}, hear().options);
    await settle();
    await passBy(600_000);
    assert.strictEqual(server.inits.length, 1);
  });

  it("is attempted again if it is not acknowledged", async () => {
    const { passBy, server, settle, tab } = await startStage(false);
    const heard = hear();
    server.trouble.authorize = () => new Promise(() => {});
    tab.client.publicSubscribe(created, {}, heard.options);
    await settle();
    server.trouble.authorize = async () => null;
    server.append();
    await passBy(16_000);
    assert.deepStrictEqual([heard.events, heard.errors], [[1], []]);
  });

  it.each([4400, 4401, 4403, 4406, 4409])(
    "is not attempted again after the close code %d, without a login",
    async (code) => {
      const { passBy, server, settle, tab } = await startStage(false);
      const [one, two] = [hear(), hear()];
      server.trouble.refusals = [code];
      tab.client.publicSubscribe(created, {}, one.options);
      tab.client.publicSubscribe(created, {}, two.options);
      await settle();
      await passBy(600_000);
      for (const { ends, errors } of [one, two]) {
        assert.deepStrictEqual(
          errors.map(({ message, reason }) => [reason, message.includes(String(code))]),
          [["client_refused", true]]
        );
        assert.deepStrictEqual(ends, ["failed"]);
      }
      assert.strictEqual(server.inits.length, 1);
    }
  );

  it.each([1001, 1006, 1011, 1012, 1013, 4408, 4429, 4500, 4510])(
    "is attempted again after the close code %d",
    async (code) => {
      const { passBy, server, settle, tab } = await startStage(false);
      const heard = hear();
      server.trouble.refusals = [code];
      tab.client.publicSubscribe(created, {}, heard.options);
      await passBy(1000);
      server.append();
      await settle();
      assert.deepStrictEqual([heard.events, heard.errors], [[1], []]);
    }
  );
});
