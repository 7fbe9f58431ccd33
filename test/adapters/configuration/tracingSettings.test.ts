import { assert, describe, it } from "@effect/vitest";
import * as Either from "effect/Either";
import * as Redacted from "effect/Redacted";
import { readTracing, tracingSettings } from "../../../src/adapters/configuration/tracingSettings.ts";
import { unusedTelemetryVariables } from "../../../src/adapters/configuration/variables/tracingVariables.ts";
import { readVariable } from "../../../src/adapters/configuration/variables/Variable.ts";

const settings = (environment: Readonly<Record<string, string>>) =>
  tracingSettings(Either.getOrThrow(Either.all(readTracing((variable) => readVariable(environment, variable)))));

describe("the settings of traces", () => {
  it("are off unless an address is set or the exporter is named", () => {
    assert.isNull(settings({}));
    assert.isNull(settings({ OTEL_SERVICE_NAME: "x", OTEL_TRACES_SAMPLER: "always_on" }));
    assert.isNull(settings({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://a.example:4318", OTEL_TRACES_EXPORTER: "none" }));
    assert.strictEqual(settings({ OTEL_TRACES_EXPORTER: "otlp" })?.url, "http://127.0.0.1:4318/v1/traces");
  });

  it("append the path of traces to the base address, and take the address of traces as it is", () => {
    const base = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://a.example:4318/" };
    assert.strictEqual(settings(base)?.url, "http://a.example:4318/v1/traces");
    const own = { ...base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "https://b.example/own" };
    assert.strictEqual(settings(own)?.url, "https://b.example/own");
  });

  it("prefer the variables of traces to those of all signals", () => {
    const both = {
      OTEL_TRACES_EXPORTER: "otlp",
      OTEL_EXPORTER_OTLP_HEADERS: "a=1",
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: "authorization=Bearer%20x%3D, b = 2 ",
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: "http/protobuf"
    };
    const read = settings(both);
    assert.deepStrictEqual(read && Redacted.value(read.headers), { authorization: "Bearer x=", b: "2" });
    assert.strictEqual(read?.protocol, "http/protobuf");
    assert.strictEqual(settings({ ...both, OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: "" })?.protocol, "http/json");
  });

  it("take the name of the service from its variable, from the attributes, or by default", () => {
    const on = { OTEL_TRACES_EXPORTER: "otlp" };
    assert.strictEqual(settings(on)?.serviceName, "tidemark");
    const attributes = { ...on, OTEL_RESOURCE_ATTRIBUTES: "service.name=a,deployment.environment.name=b%2Cc" };
    assert.strictEqual(settings(attributes)?.serviceName, "a");
    assert.strictEqual(settings(attributes)?.resource["deployment.environment.name"], "b,c");
    assert.strictEqual(settings({ ...attributes, OTEL_SERVICE_NAME: "d" })?.serviceName, "d");
  });

  it("record every trace by default, as the caller of a request decided", () => {
    const read = settings({ OTEL_TRACES_EXPORTER: "otlp" });
    assert.deepStrictEqual([read?.sampler, read?.ratio], ["parentbased_always_on", 1]);
  });

  it("say which variables of OpenTelemetry have no effect", () => {
    const environment = { OTEL_LOGS_EXPORTER: "otlp", OTEL_SERVICE_NAME: "x", OTEL_BSP_MAX_QUEUE_SIZE: "", PATH: "" };
    assert.deepStrictEqual(unusedTelemetryVariables(environment), ["OTEL_LOGS_EXPORTER"]);
  });
});
