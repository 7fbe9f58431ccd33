// Preloaded into a child process: its standard input closes when its parent is gone, however that came about.
process.stdin
  .resume()
  .once("end", () => process.kill(process.pid, "SIGTERM"))
  .unref();
