import { enableUserCompileCache } from "./main/enableUserCompileCache.ts";

// Most of a start is loading code, so that everything else is loaded after this.
enableUserCompileCache();
(await import("./main/serve/runService.ts")).runService();
