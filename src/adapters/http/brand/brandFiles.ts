// Written by npm run brand.
/** The URL of the typeface. It contains a hash of the content. */
export const fontPath = "/assets/inter-4bcfe75d.woff2";

/** The URL of the mark. It contains a hash of the content. */
export const markPath = "/assets/mark-c2fdd807.svg";

/** The CSS rules that define the typeface. */
export const fontFaces = `@font-face {
  font-family: "Inter";
  font-style: normal;
  font-weight: 400 600;
  font-display: swap;
  src: url("/assets/inter-4bcfe75d.woff2") format("woff2");
}

@font-face {
  font-family: "Inter fallback";
  src: local("Arial"), local("Liberation Sans"), local("Helvetica Neue"), local("Roboto");
  size-adjust: 107.12%;
  ascent-override: 90.44%;
  descent-override: 22.52%;
  line-gap-override: 0%;
}
`;
