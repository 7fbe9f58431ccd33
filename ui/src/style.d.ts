declare module "*.css";

declare module "*?worker&url" {
  const path: string;
  export default path;
}
