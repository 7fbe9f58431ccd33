import { effect, flakyTest, it, layer, live, prop, scoped, scopedLive } from "@effect/vitest";

// `it.layer` of @effect/vitest gives its suite testers by putting them on `it` itself, where they stay. With many files in
// one process the tests of the next file would run in the layer of the last one, and by its clock.
Object.assign(it, { effect, flakyTest, layer, live, prop, scoped, scopedLive });
