/** A decoration of three waves. */
export const Waves = () => (
  <svg className="waves" viewBox="0 0 1200 300" preserveAspectRatio="none" aria-hidden="true" fill="currentColor">
    <path
      opacity=".45"
      d="M0 90c100 0 100-50 200-50s100 50 200 50 100-50 200-50 100 50 200 50 100-50 200-50 100 50 200 50v210H0z"
    />
    <path
      opacity=".6"
      d="M0 150c100 0 100 45 200 45s100-45 200-45 100 45 200 45 100-45 200-45 100 45 200 45 100-45 200-45v150H0z"
    />
    <path d="M0 240c100 0 100-40 200-40s100 40 200 40 100-40 200-40 100 40 200 40 100-40 200-40 100 40 200 40v60H0z" />
  </svg>
);
