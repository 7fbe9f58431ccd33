/**
 * Returns the rules that define the typeface at a URL. Until it has loaded, text is set in a font of the system that is adjusted to
 * its metrics, so that nothing moves when it arrives. The numbers are those of Inter (ascender 0.96875, descender 0.2412)
 * relative to the average width of Arial.
 */
export const fontFace = (url: string): string => `@font-face {
  font-family: "Inter";
  font-style: normal;
  font-weight: 400 600;
  font-display: swap;
  src: url("${url}") format("woff2");
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
