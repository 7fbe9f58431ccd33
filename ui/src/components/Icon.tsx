const paths = {
  activity: "M3 17c2.2 0 2.2-2 4.5-2s2.3 2 4.5 2 2.2-2 4.5-2 2.3 2 4.5 2M6 11V8M12 11V4M18 11V7",
  alert: "M12 8v5M12 16.5v.01M10.3 4 2.7 17.5A2 2 0 0 0 4.4 20.5h15.2a2 2 0 0 0 1.7-3L13.7 4a2 2 0 0 0-3.4 0Z",
  audit: "M6 3v18M6 6h9M6 12h12M6 18h7M3.5 6h.01M3.5 12h.01M3.5 18h.01",
  back: "M15 5l-7 7 7 7",
  check: "M5 12.5l4.5 4.5L19 7.5",
  clients: "M4 5h7v7H4zM15 5h5v5h-5zM4 16h5v4H4zM13 14h7v6h-7z",
  close: "M6 6l12 12M18 6L6 18",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  danger: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 7.5v5.5M12 16.3v.01",
  download: "M12 4v11M7.5 11l4.5 4.5 4.5-4.5M5 20h14",
  filter: "M4 6h16M7 12h10M10 18h4",
  flag: "M5 21V4M5 5c4-2 7 2 14 0v9c-7 2-10-2-14 0",
  info: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 11v5.5M12 7.5v.01",
  key: "M8 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 12h9v3.5M17 12v2.5",
  lexicons: "M5 4h10l4 4v12H5zM14 4v5h5M8.5 13h7M8.5 16.5h4",
  menu: "M4 7h16M4 12h16M4 17h16",
  moon: "M20 14.5A8 8 0 0 1 9.5 4 8 8 0 1 0 20 14.5Z",
  next: "M9 5l7 7-7 7",
  people:
    "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM3 20c0-3.3 2.7-6 6-6s6 2.7 6 6M16 4.5a3.5 3.5 0 0 1 0 6M17.5 14.5c2.100.8 3.5 2.9 3.5 5.5",
  person: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.5 20c0-4 3.3-6.5 7.5-6.5s7.5 2.5 7.5 6.5",
  plus: "M12 5v14M5 12h14",
  pulse: "M3 12h4l2.5-6 4 13 3-9 1.500 2H21",
  records: "M4 5h16v4H4zM4 9v10h16V9M4 14h16M9.5 9v10",
  refresh: "M20 11a8 8 0 0 0-14.3-4L4 9M4 4v5h5M4 13a8 8 0 0 0 14.3 4L20 15M20 20v-5h-5",
  search: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14ZM16.2 16.2 20.5 20.5",
  send: "M4 11.5 20 4l-6 16-3.200-6.800ZM10.800 13.200 20 4",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5",
  signIn: "M14 4h5v16h-5M4 12h9M9 8l4 4-4 4",
  signOut: "M10 4H5v16h5M15 8l4 4-4 4M19 12H10",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4",
  system: "M3 5h18v11H3zM9 20h6M12 16v4",
  trash: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5.5M14 11v5.5",
  upload: "M12 20V9M7.5 13 12 8.5l4.5 4.5M5 4h14",
  write: "M4 20h4L19.5 8.500a2 2 0 0 0-4-4L4 16v4M13.500 6.500l4 4"
} as const;

export type IconName = keyof typeof paths;

/** A decorative icon; screen readers ignore it. */
export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={1.8}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={paths[name]} />
  </svg>
);
