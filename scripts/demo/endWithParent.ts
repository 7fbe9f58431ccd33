// Preloaded into a child process: its standard input closes when its parent ends, whatever the reason.
process.stdin
  .resume()
  .once("end", () => process.kill(process.pid, "SIGTERM"))
  .unref();
