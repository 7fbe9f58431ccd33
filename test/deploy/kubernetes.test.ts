import { readdirSync, readFileSync } from "node:fs";
import { assert, describe, it } from "@effect/vitest";
import { describedSettings } from "../../src/adapters/configuration/describedSettings.ts";

const folder = new URL("../../deploy/kubernetes/", import.meta.url);
const manifest = (name: string): string => readFileSync(new URL(name, folder), "utf8");

/** The values of a list of YAML below a key, up to the next key of the same depth. */
const listBelow = (text: string, key: string): ReadonlyArray<string> =>
  (text.split(`${key}:\n`)[1] ?? "").split(/^\S/m)[0]?.match(/(?<=- ).+/g) ?? [];

describe("the manifests for Kubernetes", () => {
  it("are all applied", () => {
    const files = readdirSync(folder).filter((name) => name !== "kustomization.yaml");
    assert.sameMembers([...listBelow(manifest("kustomization.yaml"), "resources")], files);
  });

  it("set only variables that the service reads, and no secret", () => {
    const set = [...manifest("configuration.yaml").matchAll(/^ {2}([A-Z_]+): /gm)].map(([, name = ""]) => name);
    assert.isAbove(set.length, 5);
    for (const name of set) {
      const setting = describedSettings.find((each) => each.name === name);
      assert.isDefined(setting, name);
      assert.isUndefined(setting?.secret, name);
    }
  });

  it("run every container without root, without capabilities, and with a read-only file system", () => {
    for (const name of ["statefulset.yaml", "migration.yaml"]) {
      const text = manifest(name);
      for (const line of [
        "runAsNonRoot: true",
        "allowPrivilegeEscalation: false",
        "readOnlyRootFilesystem: true",
        "drop: [ALL]",
        "automountServiceAccountToken: false"
      ])
        assert.include(text, line, name);
    }
  });

  it("ask for the ports and paths that exist", () => {
    const settings = manifest("configuration.yaml");
    const workload = manifest("statefulset.yaml");
    for (const [variable, name] of [
      ["PORT", "http"],
      ["METRICS_PORT", "metrics"]
    ]) {
      const port = new RegExp(`^ {2}${variable}: "(\\d+)"$`, "m").exec(settings)?.[1];
      assert.include(workload, `- name: ${name}\n              containerPort: ${port}\n`);
    }
    assert.deepStrictEqual(
      [...workload.matchAll(/path: (\/\S+)/g)].map(([, path]) => path),
      ["/ready", "/ready", "/health"]
    );
  });
});
