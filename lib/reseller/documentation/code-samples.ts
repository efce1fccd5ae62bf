import { API_KEY_PLACEHOLDER, type CodeSample } from './blocks.ts'

/** A request to show in several languages. */
export type SampleRequest = {
  method: string
  url: string
  headers?: Readonly<Record<string, string>>
  body?: Readonly<Record<string, unknown>>
  /** True: the body is form-encoded and contains the API key. Else it is JSON, and the key is in a header. */
  form?: boolean
}

/** How the literals of a programming language are written. */
type LiteralStyle = {
  indent: string
  list: (items: string[]) => string
  entry: (name: string, value: string) => string
  open: string
  close: string
  literals: { true: string; false: string; null: string }
}

const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&').replace(/\n/g, '\\n')}'`
/** PHP reads \n as a line break only within double quotes. */
const phpQuoted = (text: string): string =>
  text.includes('\n') ? `"${text.replace(/["\\$]/g, '\\$&').replace(/\n/g, '\\n')}"` : quoted(text)

const javascript: LiteralStyle = {
  indent: '  ',
  list: (items) => `[${items.join(', ')}]`,
  entry: (name, value) => `${/^[A-Za-z_]\w*$/.test(name) ? name : quoted(name)}: ${value}`,
  open: '{',
  close: '}',
  literals: { true: 'true', false: 'false', null: 'null' },
}
const python: LiteralStyle = {
  ...javascript,
  indent: '    ',
  entry: (name, value) => `${quoted(name)}: ${value}`,
  literals: { true: 'True', false: 'False', null: 'None' },
}
const php: LiteralStyle = {
  ...javascript,
  indent: '    ',
  entry: (name, value) => `${quoted(name)} => ${value}`,
  open: '[',
  close: ']',
}

/** Writes a value as a literal of a language; `depth` is the number of indents of its lines. */
function literal(value: unknown, style: LiteralStyle, depth: number): string {
  if (typeof value === 'string') return style === php ? phpQuoted(value) : quoted(value)
  if (typeof value === 'boolean' || value === null)
    return style.literals[String(value) as keyof LiteralStyle['literals']]
  if (Array.isArray(value)) {
    const items = value.map((item) => literal(item, style, depth + 1))
    if (items.join('').length < 60) return style.list(items)
    const pad = style.indent.repeat(depth + 1)
    return `[\n${items.map((item) => `${pad}${item},\n`).join('')}${style.indent.repeat(depth)}]`
  }
  if (typeof value === 'object') return record(Object.entries(value), style, depth)
  return String(value)
}

const record = (entries: [string, unknown][], style: LiteralStyle, depth: number): string => {
  const pad = style.indent.repeat(depth + 1)
  const lines = entries.map(([name, value]) => `${pad}${style.entry(name, literal(value, style, depth + 1))},\n`)
  return `${style.open}\n${lines.join('')}${style.indent.repeat(depth)}${style.close}`
}

const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/**
 * Header whose value a program generates for each request. Samples contain an expression for the value, not a literal.
 */
const RANDOM_HEADER = 'Idempotency-Key'

function curlCode({ method, url, headers = {}, body, form }: SampleRequest): string {
  const lines = [`curl ${method === 'GET' || form ? '' : `-X ${method} `}${/[?&]/.test(url) ? shellQuoted(url) : url}`]
  for (const [name, value] of Object.entries(headers))
    lines.push(name === RANDOM_HEADER ? `-H "${name}: $(date +%s)-$RANDOM"` : `-H ${shellQuoted(`${name}: ${value}`)}`)
  if (body && form)
    for (const [name, value] of Object.entries(body)) lines.push(`--data-urlencode ${shellQuoted(`${name}=${value}`)}`)
  else if (body) lines.push(`-H 'Content-Type: application/json'`, `-d ${shellQuoted(jsonOf(body))}`)
  return lines.join(' \\\n  ')
}

/** JSON of a body for a command line: on one line if it is short, else indented. */
function jsonOf(body: object): string {
  const line = JSON.stringify(body)
  return line.length < 70 ? line : JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')
}

const jsonHeader = { 'Content-Type': 'application/json' }

function javascriptCode({ method, url, headers = {}, body, form }: SampleRequest): string {
  const sentHeaders = { ...headers, ...(body && !form && jsonHeader) }
  const pad = javascript.indent
  const headerLines = Object.entries(sentHeaders).map(
    ([name, value]) =>
      `${pad}${pad}${quoted(name)}: ${name === RANDOM_HEADER ? 'crypto.randomUUID()' : quoted(value)},\n`,
  )
  const options = [
    method === 'GET' ? '' : `${pad}method: '${method}',\n`,
    headerLines.length > 0 ? `${pad}headers: {\n${headerLines.join('')}${pad}},\n` : '',
    body
      ? `${pad}body: ${form ? 'new URLSearchParams' : 'JSON.stringify'}(${record(Object.entries(body), javascript, 1)}),\n`
      : '',
  ].join('')
  return `const response = await fetch(${quoted(url)}, {\n${options}})\nconsole.log(response.status, await response.json())`
}

function pythonCode({ method, url, headers = {}, body, form }: SampleRequest): string {
  const pad = python.indent
  const headerLines = Object.entries(headers).map(
    ([name, value]) =>
      `${pad}${pad}${quoted(name)}: ${name === RANDOM_HEADER ? 'str(uuid.uuid4())' : quoted(value)},\n`,
  )
  const options = [
    headerLines.length > 0 ? `${pad}headers={\n${headerLines.join('')}${pad}},\n` : '',
    body ? `${pad}${form ? 'data' : 'json'}=${record(Object.entries(body), python, 1)},\n` : '',
  ].join('')
  const imports = RANDOM_HEADER in headers ? 'import uuid\n\nimport requests' : 'import requests'
  return `${imports}\n\nresponse = requests.${method.toLowerCase()}(\n${pad}${quoted(url)},\n${options})\nprint(response.status_code, response.json())`
}

function phpCode({ method, url, headers = {}, body, form }: SampleRequest): string {
  const pad = php.indent
  const sentHeaders = Object.entries({ ...headers, ...(body && !form && jsonHeader) })
  const headerLines = sentHeaders.map(([name, value]) =>
    name === RANDOM_HEADER
      ? `${pad}${pad}'${name}: ' . bin2hex(random_bytes(16)),\n`
      : `${pad}${pad}${quoted(`${name}: ${value}`)},\n`,
  )
  const options = [
    `${pad}CURLOPT_RETURNTRANSFER => true,\n`,
    method === 'GET' ? '' : `${pad}CURLOPT_CUSTOMREQUEST => '${method}',\n`,
    sentHeaders.length > 0 ? `${pad}CURLOPT_HTTPHEADER => [\n${headerLines.join('')}${pad}],\n` : '',
    body
      ? `${pad}CURLOPT_POSTFIELDS => ${form ? 'http_build_query' : 'json_encode'}(${record(Object.entries(body), php, 1)}),\n`
      : '',
  ].join('')
  return `<?php\n$curl = curl_init(${quoted(url)});\ncurl_setopt_array($curl, [\n${options}]);\necho curl_exec($curl);`
}

/**
 * Returns the request as code in each language of the documentation, with a placeholder (API_KEY_PLACEHOLDER) for the
 * API key.
 */
export function codeSamples(request: SampleRequest): CodeSample[] {
  const { form, headers, body } = request
  const withKey: SampleRequest = form
    ? { ...request, body: { key: API_KEY_PLACEHOLDER, ...body } }
    : { ...request, headers: { 'api-key': API_KEY_PLACEHOLDER, ...headers } }
  return [
    { language: 'curl', code: curlCode(withKey) },
    { language: 'javascript', code: javascriptCode(withKey) },
    { language: 'python', code: pythonCode(withKey) },
    { language: 'php', code: phpCode(withKey) },
  ]
}
