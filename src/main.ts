import { enableUserCompileCache } from "./main/enableUserCompileCache.ts";

// Most of a start is loading code, so that everything else is loaded after this.
enableUserCompileCache();
await (await import("./main/run.ts")).run();
