/** The port that exporters of OTLP over HTTP use unless they are told another. */
export const USUAL_PORT = 4318;

/** The least and the greatest port that can be listened on without special rights. */
export const PORTS = { least: 1024, most: 65_535 } as const;

/** What a program needs in its environment to export its spans to a port of this computer. */
export function exporterLines(port: number): string[] {
  return [
    `OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:${port}`,
    "OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf",
  ];
}

/** What makes an instrumentation write down what is said. Those that are not listed do so by themselves. */
export const CONTENT_LINES: readonly { instrumentation: string; lines: readonly string[] }[] = [
  {
    instrumentation: "OpenTelemetry",
    lines: [
      "OTEL_SEMCONV_STABILITY_OPT_IN=gen_ai_latest_experimental",
      "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=SPAN_ONLY",
    ],
  },
];
