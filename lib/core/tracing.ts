import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span, Tracer } from '@opentelemetry/api'
import { observeWork, type Work } from './measure-work.ts'
import { currentRequestId } from './request-context.ts'
import { singleton } from './singleton.ts'

const spans = () => singleton('trace-spans', () => new AsyncLocalStorage<Span>())

/** Runs `run` within a new span, a child of the current span, and passes the span to it. */
export type Trace = <T>(name: string, attributes: Record<string, string>, run: (span: Span) => Promise<T>) => Promise<T>

const spanNameOf = (work: Work): [name: string, attributes: Record<string, string>] => {
  if (work.kind === 'query') return [work.operation, { 'db.system.name': 'postgresql', 'db.query.text': work.text }]
  if (work.kind === 'outgoing') return [`to ${work.to}`, {}]
  return [`job ${work.name}`, {}]
}

/**
 * Starts to send traces to the collector at OTEL_EXPORTER_OTLP_ENDPOINT. The tracer isn't registered globally, because
 * Next.js would use it to report full request paths, ids included. Statements are reported without their values, and no
 * trace header is added to requests to other servers. `stop` sends the spans that haven't been sent yet.
 */
export async function startTracing(serviceName: string): Promise<{ trace: Trace; stop(): Promise<void> }> {
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ])
  const ratio = Number(process.env.OTEL_TRACES_SAMPLER_ARG || 1)
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': process.env.OTEL_SERVICE_NAME || serviceName }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  })
  const tracer: Tracer = provider.getTracer('shop')
  const trace: Trace = async (name, attributes, run) => {
    const parent = spans().getStore()
    const context = parent ? api.trace.setSpan(api.ROOT_CONTEXT, parent) : api.ROOT_CONTEXT
    const requestId = parent ? undefined : currentRequestId()
    const all = { ...attributes, ...(requestId && { 'shop.request_id': requestId }) }
    const span = tracer.startSpan(name, { attributes: all }, context)
    try {
      return await spans().run(span, () => run(span))
    } catch (error) {
      span.setStatus({ code: api.SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  }
  observeWork((work, run) => trace(...spanNameOf(work), run))
  return { trace, stop: () => provider.shutdown() }
}
