/** The folder of the SDK's package. In the test kit, which lies in that package, it is the package itself. */
export const sdkFolder = new URL("../../../../sdk/", import.meta.url);
