import { once } from "node:events";
import { createServer } from "node:http";

interface OtlpValue {
  readonly stringValue?: string;
  readonly intValue?: string;
  readonly boolValue?: boolean;
}

/** A span as the collector received it, in JSON. */
export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: ReadonlyArray<{ readonly key: string; readonly value: OtlpValue }>;
  readonly status: { readonly code?: number };
}

interface OtlpRequest {
  readonly resourceSpans: ReadonlyArray<{
    readonly resource: { readonly attributes: CollectedSpan["attributes"] };
    readonly scopeSpans: ReadonlyArray<{ readonly spans: ReadonlyArray<CollectedSpan> }>;
  }>;
}

/** Returns the value of an attribute of a span, as a text; undefined if it has none. */
export const attributeOf = ({ attributes }: Pick<CollectedSpan, "attributes">, name: string): string | undefined => {
  const found = attributes.find(({ key }) => key === name)?.value;
  return (
    found?.stringValue ?? found?.intValue ?? (found?.boolValue === undefined ? undefined : String(found.boolValue))
  );
};

/** A collector of OpenTelemetry on loopback that keeps what it receives by OTLP over HTTP. */
export class SpanCollector {
  /** The bodies of all requests that it took. */
  readonly bodies: Array<Buffer> = [];
  readonly headers: Array<NodeJS.Dict<string | Array<string>>> = [];
  /** The status of the next responses. */
  status = 200;
  /** How many requests it has received. */
  received = 0;
  readonly #server = createServer(async (request, response) => {
    const chunks: Array<Buffer> = [];
    for await (const chunk of request) chunks.push(chunk);
    this.received += 1;
    if (this.status < 300) {
      this.bodies.push(Buffer.concat(chunks));
      this.headers.push({ ...request.headers, ":path": request.url });
    }
    response.writeHead(this.status, { "content-type": "application/json" }).end("{}");
  });

  static async start(): Promise<SpanCollector> {
    const collector = new SpanCollector();
    collector.#server.listen(0, "127.0.0.1");
    await once(collector.#server, "listening");
    return collector;
  }

  get url(): string {
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("The collector has no port");
    return `http://127.0.0.1:${address.port}`;
  }

  /** The requests in JSON. */
  get requests(): ReadonlyArray<OtlpRequest> {
    return this.bodies.map((body): OtlpRequest => JSON.parse(body.toString()));
  }

  /** The spans that arrived in JSON. */
  get spans(): ReadonlyArray<CollectedSpan> {
    return this.requests.flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
    );
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
