/** Ports above 1023 that browsers block (WHATWG Fetch, "bad port"), and common ports of databases and infrastructure. */
const closed: ReadonlySet<number> = new Set([
  ...[
    1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080
  ],
  ...[
    1433, 1521, 2375, 2376, 2379, 2380, 3306, 3389, 5432, 5672, 5984, 6379, 6443, 9042, 9200, 9300, 10250, 11211, 27017
  ]
]);

/** Whether a port in the form of the URL parser is allowed: 443, or one from 1024 without another known use. */
export const isOpenPort = (port: string): boolean => port === "" || (Number(port) >= 1024 && !closed.has(Number(port)));
