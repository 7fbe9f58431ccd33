import { createServer } from "node:http";

/**
 * Loaded before the service: moves its clock ahead by what is posted to `CLOCK_PORT`, in milliseconds. A test of what
 * happens after 30 days neither waits for them nor asks the service to know that it is tested.
 */
let ahead = 0;

globalThis.Date = new Proxy(Date, {
  construct: (date, given, target) => {
    const made: object = Reflect.construct(date, given.length === 0 ? [date.now() + ahead] : given, target);
    return made;
  },
  get: (date, name) => (name === "now" ? () => date.now() + ahead : Reflect.get(date, name))
});

createServer((request, response) => {
  request.on("data", (chunk: Buffer) => {
    ahead = Number(chunk.toString());
  });
  request.on("end", () => response.end());
})
  .listen(Number(process.env.CLOCK_PORT), "127.0.0.1")
  .unref();
