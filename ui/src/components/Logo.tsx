/** The logo: a high-water mark on a tide staff. */
export const Logo = () => (
  <svg viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="8" fill="#0f7a92" />
    <path
      d="M0 20.5c3.2 0 4.4-2.4 8-2.4s4.8 2.4 8 2.4 4.4-2.4 8-2.4 4.8 2.4 8 2.4V24a8 8 0 0 1-8 8H8a8 8 0 0 1-8-8z"
      fill="#7fd6e6"
    />
    <path d="M0 25c3.2 0 4.4-2 8-2s4.8 2 8 2 4.4-2 8-2 4.8 2 8 2a8 8 0 0 1-8 7H8a8 8 0 0 1-8-7z" fill="#d9f3f8" />
    <path
      d="M16 4.5v12.5M16 5.5h6M16 9.5h4M16 13.5h6"
      stroke="#fff"
      strokeWidth="2"
      strokeLinecap="round"
      fill="none"
    />
  </svg>
);
