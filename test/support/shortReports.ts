import * as fc from "fast-check";

// A property over a database can take a second for each run. Shrinking a counterexample would take longer than any
// timeout, which would hide it. The report names the seed and the path: `SHRINK=1` shrinks when it is replayed.
fc.configureGlobal({ endOnFailure: process.env.SHRINK !== "1" });
