import react from "@vitejs/plugin-react-swc";
import { defineConfig } from "vite";

/** The page must be served at the registered redirect URI. For loopback addresses, any port is accepted. */
export default defineConfig({
  plugins: [react()],
  server: { host: "127.0.0.1", port: 5173 },
  preview: { host: "127.0.0.1", port: 5173 }
});
