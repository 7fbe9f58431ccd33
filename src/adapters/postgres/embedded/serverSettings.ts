/** The settings of a server for one process on a small machine. Every write is on disk before it is acknowledged. */
const settings = {
  listen_addresses: "",
  unix_socket_permissions: "0700",
  log_line_prefix: "",
  log_min_messages: "log",
  log_timezone: "UTC",
  timezone: "UTC",
  fsync: "on",
  max_connections: "60",
  shared_buffers: "64MB",
  effective_cache_size: "512MB",
  work_mem: "8MB",
  maintenance_work_mem: "64MB",
  max_wal_size: "512MB",
  min_wal_size: "64MB",
  // A backup is taken over a connection for replication, and a second one may run.
  wal_level: "replica",
  max_wal_senders: "4",
  max_replication_slots: "4",
  max_logical_replication_workers: "0",
  max_parallel_workers_per_gather: "0",
  autovacuum_max_workers: "2",
  io_method: "sync",
  jit: "off",
  random_page_cost: "1.1"
};

/** Returns the settings as command line arguments. */
export const serverSettings = (extra: Readonly<Record<string, string>>): ReadonlyArray<string> =>
  Object.entries({ ...settings, ...extra }).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
