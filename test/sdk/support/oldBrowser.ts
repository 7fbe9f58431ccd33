import { newerFunctions } from "./newerFunctions.ts";

/** The frame that asked: below `Error`, the getter, and what looked for the frame. */
const isAskedBySdk = () => /\/sdk\/src\//.test(new Error().stack?.split("\n")[3] ?? "");

const find = (path: string): object | undefined =>
  path === "globalThis"
    ? globalThis
    : path.split(".").reduce<object | undefined>((holder, name) => holder && Reflect.get(holder, name), globalThis);

/** Takes from the SDK, and from nobody else in this process, what the oldest browsers do not have. */
for (const [path, name] of newerFunctions) {
  const holder = find(path);
  const before = holder && Object.getOwnPropertyDescriptor(holder, name);
  if (holder === undefined || before === undefined) continue;
  Object.defineProperty(holder, name, {
    configurable: true,
    get() {
      return isAskedBySdk() ? undefined : before.get ? before.get.call(this) : before.value;
    },
    set(value: unknown) {
      Object.defineProperty(this, name, { configurable: true, writable: true, value });
    }
  });
}
