import react from "@vitejs/plugin-react-swc";
import { defineConfig } from "vite";

/** The address has to be the one that the client is registered with; for loopback addresses any port will do. */
export default defineConfig({
  plugins: [react()],
  server: { host: "127.0.0.1", port: 5173 },
  preview: { host: "127.0.0.1", port: 5173 }
});
