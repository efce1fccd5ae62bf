import fc from 'fast-check'

const nested = (open: string, close: string, depth: number) => `${open.repeat(depth)}${close.repeat(depth)}`

/** JSON texts that break careless code: wrong types, numbers out of range, unusual characters, long and deep values. */
const hostileJson = [
  ...['null', 'true', '[]', '{}', '""', '" "', '"\\n"', '0', '-0', '-1', '0.1', '"1"', '"0"', '"true"', '"null"'],
  ...['1e400', '-1e400', '1e308', '1e-400', '5e-324', '1e21', '2147483647', '2147483648', '-2147483649', '4294967296'],
  ...['9007199254740991', '9007199254740993', '9223372036854775807', '9223372036854775808', '0.000001', '1e-7'],
  ...[
    '"\\u0000"',
    '"a\\u0000b"',
    '"\\ud800"',
    '"\\udfff\\ud800"',
    '"\\\\u0000"',
    '"\\u202e"',
    '"\\ufeff"',
    '"\u{10ffff}"',
  ],
  ...['"__proto__"', '{"__proto__":{"role":"OWNER"}}', '{"constructor":{"prototype":{}}}', '{"toString":1}'],
  ...[
    '{"$gt":""}',
    '"\' OR 1=1; --"',
    '"%s%n"',

    '"<script>"',
    '"../../etc/passwd"',
    '"%00"',
    '[null]',
    '[[1]]',
  ],
  ...[
    nested('[', ']', 2_000),
    nested('{"a":', '}', 2_000).replace('}', '1}'),
    nested('[', ']', 5_000).replace('[]', '[null]'),
    `"${'x'.repeat(5_000)}"`,
    `"${'가'.repeat(3_000)}"`,
  ],
]

const hostileToken = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...hostileJson) },
  fc.string({ unit: 'binary', maxLength: 60 }).map((text) => JSON.stringify(text)),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.bigInt().map(String),
  fc.json(),
)

const fieldName = fc.oneof(fc.constantFrom('__proto__', 'constructor', 'id', 'role', ''), fc.string({ maxLength: 10 }))

/** How a valid body is changed (see `bodyPlan`). A number selects one of the body's fields. */
export type BodyPlan = { changes: [number, string | null][]; extras: [string, string][]; whole: string | null }

/**
 * Random plans for changing a valid body. `changes` replaces fields, or removes them (null); `extras` adds fields;
 * `whole` replaces the whole text.
 */
export const bodyPlan: fc.Arbitrary<BodyPlan> = fc.record({
  changes: fc.array(fc.tuple(fc.nat(15), fc.option(hostileToken, { freq: 5 })), { maxLength: 3 }),
  extras: fc.array(fc.tuple(fieldName, hostileToken), { maxLength: 2 }),
  whole: fc.option(
    fc.oneof(
      hostileToken,
      fc.string({ unit: 'binary', maxLength: 100 }),
      fc.constantFrom(
        '',
        '{',
        '{"a":',
        '[1,]',
        '{"a":1,}',
        "{'a':1}",
        'NaN',
        '\ufeff{}',
        nested('[', '', 100_000),
        '{}{}',
        '/*x*/{}',
      ),
    ),
    { freq: 6 },
  ),
})

/** The JSON text of a valid body after the mutations of a plan. */
export function mutateBody(body: unknown, { changes, extras, whole }: BodyPlan): string {
  if (whole !== null) return whole
  const fields = Object.entries(Object(body)).map(([name, value]): [string, string] => [name, JSON.stringify(value)])
  const change = new Map(changes.map(([at, text]) => [at % Math.max(1, fields.length), text]))
  const remaining = fields.flatMap(([name, text], at): [string, string][] => {
    const other = change.get(at)
    return other === undefined ? [[name, text]] : other === null ? [] : [[name, other]]
  })
  return `{${[...remaining, ...extras].map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`
}

const escapedText = fc.oneof(
  fc.constantFrom(
    '',
    '%',
    '%zz',
    '%00',
    '%ff%fe',
    '%ED%A0%80',
    '+',
    '[]',
    'NaN',
    'Infinity',
    '1e3',
    '0x10',
    ' ',
    '١',
    '-0',
  ),
  fc.string({ unit: 'binary', maxLength: 20 }).map((text) => encodeURIComponent(text.toWellFormed())),
  fc.bigInt().map(String),
)

const queryName = fc.constantFrom('status', 'page', 'size', 'cursor', 'q', 'id', '__proto__', 'status[]', '%zz', '')

/** Query strings with parameters that calls know or don't know, and hostile values. */
export const hostileQuery: fc.Arbitrary<string> = fc
  .array(fc.tuple(queryName, escapedText), { maxLength: 4 })
  .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'))

/** Hostile value for a call's path parameter; null keeps the valid one. */
export const hostilePathId: fc.Arbitrary<string | null> = fc.option(
  escapedText.map((text) => text.replace(/[/?#\s\\]/g, '') || '0'),
  { freq: 2 },
)

// Values of headers, made of the characters that Node accepts there: visible Latin-1 and spaces.
const headerValue = fc.oneof(
  fc.constantFrom(
    '',
    'null',
    'Bearer',
    'Bearer ',
    'Bearer null',
    'Bearer a.b.c',
    'ps_x',
    'token=',
    'token=%00',
    'x'.repeat(8_000),
    '\xff\xfe',
  ),
  fc.string({
    unit: fc
      .integer({ min: 0x20, max: 0xff })
      .filter((code) => code !== 0x7f)
      .map((code) => String.fromCharCode(code)),
  }),
)

const headerName = fc.constantFrom(
  ...['authorization', 'cookie', 'api-key', 'content-type', 'idempotency-key', 'user-agent', 'if-none-match'],
  ...['accept-encoding', 'sec-fetch-site', 'origin', 'x-forwarded-for', 'accept', 'x-http-method-override'],
)

/** Hostile headers, sent in addition to the valid ones or in their place; usually none. */
export const hostileHeaders: fc.Arbitrary<Record<string, string>> = fc
  .array(fc.tuple(headerName, headerValue), { maxLength: 2 })
  .map((pairs) => Object.fromEntries(pairs))
