import type { Trial } from '#lib/reseller/documentation/blocks.ts'

/** The response to a request of the try-it panel. `status` is null if no response came. */
export interface TrialAnswer {
  readonly status: number | null
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
  /** Milliseconds until the whole response had arrived. */
  readonly ms: number
}

/**
 * Values that the reader typed into the fields of a trial (one request that the try-it panel offers), by field name.
 */
type Values = Readonly<Record<string, string>>

/**
 * Converts typed text to a JSON value: a number if the field expects one and the text is a number, otherwise a text.
 */
const typedValue = (type: 'number' | 'text', value: string): string | number =>
  type === 'number' && value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value

/** The HTTP request that a trial sends with these values: its path, and its body (null for GET). */
export function buildTrialRequest(
  trial: Trial,
  values: Values,
): { path: string; body: Record<string, unknown> | null } {
  const path = trial.fields
    .filter((field) => field.in === 'path')
    .reduce((text, { name }) => text.replace(`{${name}}`, encodeURIComponent(values[name] ?? '')), trial.path)
  if (trial.method === 'GET') return { path, body: null }
  const typed = trial.fields
    .filter((field) => field.in === 'body')
    .map(({ name, type }) => [name, typedValue(type, values[name] ?? '')])
  return { path, body: { ...trial.fixed, ...Object.fromEntries(typed) } }
}

/** Indents a JSON text. Returns any other text unchanged. */
function indentedJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** Maximum number of characters of a response to show; a long list of services would slow the page down. */
const MAX_SHOWN_LENGTH = 4_000

/** Sends the request of a trial to the shop, without the reader's session, and measures the time until the response. */
export async function sendTrial(trial: Trial, values: Values, key: string): Promise<TrialAnswer> {
  const { path, body } = buildTrialRequest(trial, values)
  const payload = body && (trial.key === 'body' ? { key, ...body } : body)
  const started = performance.now()
  try {
    const response = await fetch(path, {
      method: trial.method,
      credentials: 'omit',
      cache: 'no-store',
      headers: {
        ...(trial.key === 'header' && { 'api-key': key }),
        ...(payload && { 'content-type': 'application/json' }),
      },
      ...(payload && { body: JSON.stringify(payload) }),
    })
    const text = indentedJson(await response.text())
    return {
      status: response.status,
      headers: [...response.headers],
      body: text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}\n…` : text,
      ms: Math.round(performance.now() - started),
    }
  } catch {
    return { status: null, headers: [], body: '', ms: Math.round(performance.now() - started) }
  }
}
