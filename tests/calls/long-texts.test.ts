import { afterAll, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { orderDetailNames } from '#lib/catalog/detail-fields.ts'
import { feeType } from '#lib/charges/labels.ts'
import type { Call } from '#lib/core/call.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { registry } from '#lib/web/registry.ts'
import { apiKeyHeaders, newAddress, type SignedIn, send, signIn } from '#lib/web/testing/caller.ts'
import type { CallTestRow } from '#lib/web/testing/row.ts'
import { callNameOf, callTestRows } from './matrix.ts'
import { type TextField, walkCall, withValueAt } from './text-fields.ts'

afterAll(() => expectBooksBalance())

/**
 * Length of the long texts: the size of the largest body that the shop reads, less 1 KB for the body's other fields.
 */
const LENGTH = 255 * 1_024

/**
 * Texts that are too long for any field. The second text has spaces between two letters, so that trimming doesn't
 * remove them.
 */
const longTexts = ['x'.repeat(LENGTH), `x${' '.repeat(LENGTH)}x`]

/** Paths of order details that the type of the test's service doesn't ask for. */
const detailPaths = orderDetailNames.flatMap((name) => [name, `${name}.*`])

/** Fields of one order in a bulk call. A wrong value refuses the order, not the call (docs/contract.md#bulk-orders). */
const rowPaths = ['link', ...detailPaths].map((path) => `orders.*.${path}`)

/**
 * Fields in which a long text isn't refused. They are ignored unless a verification, the referrals, a service's type or
 * another field makes use of them.
 */
const ignoredFields: Record<string, string[]> = {
  'POST /service/order': detailPaths,
  'POST /order': detailPaths,
  'POST /service/orders': rowPaths,
  'POST /orders': rowPaths,
  'POST /auth/register': ['sendCode', 'emailCode', 'referral'],
  'POST /auth/register/naver': ['sendCode', 'referral'],
  'POST /auth/register/kakao': ['sendCode', 'referral'],
  'POST /auth/login/kakao': ['code'],
  'POST /auth/login/totp': ['enrolCode'],
  'POST /hooks/sources/{kind}': ['(name)'],
  'POST /hooks/portone': ['(name)'],
}

async function makeCaller(row: CallTestRow): Promise<SignedIn> {
  const caller = await signIn(await makeMember({ points: 1_000, role: 'OWNER' }), 'OWNER')
  return row.access === 'api-key' ? { ...caller, headers: await apiKeyHeaders(caller) } : caller
}

/**
 * The only regular expression that a call may apply to a long text. If a text has more UTF-16 units than its maximum,
 * zod uses this expression to count the surrogate pairs, because each pair is one character. Matching takes linear
 * time.
 */
const COUNTING_EXPRESSION = '[\\uD800-\\uDBFF]'

/**
 * Calls `run` and watches to which texts regular expressions are applied. Returns the answer, and the length of the
 * longest of these texts that contains a part of `long`. Other texts, such as those of modules loaded meanwhile, are
 * ignored.
 */
async function longestRead<T>(long: string, run: () => Promise<T>): Promise<{ answer: T; longest: number }> {
  const exec = RegExp.prototype.exec
  const part = long.slice(0, 1_001)
  let longest = 0
  // All methods that apply an expression to a text, such as `test` or `replace`, call `exec`.
  RegExp.prototype.exec = function (value) {
    const text = String(value)
    if (this.source !== COUNTING_EXPRESSION && text.includes(part)) longest = Math.max(longest, text.length)
    return exec.call(this, value)
  }
  try {
    const answer = await run()
    return { answer, longest }
  } finally {
    RegExp.prototype.exec = exec
  }
}

const textFieldCases = registry.flatMap((call): [string, Call, TextField][] =>
  walkCall(call)
    .fields.filter(({ path }) => path[0] === 'body' && !path.includes('seen') && callTestRows[callNameOf(call)]?.body)
    .map((field) => [`${callNameOf(call)} ${field.path.slice(1).join('.')}`, call, field]),
)

test.each(textFieldCases)(
  '%s: no expression reads more of a long text than the field takes, and it is refused',
  async (name, call, field) => {
    const row = callTestRows[callNameOf(call)] as CallTestRow
    const path = field.path.slice(1)
    for (const long of longTexts) {
      const caller = await makeCaller(row)
      const right = await row.body?.(caller)
      const beside = path[0] === 'feeValue' ? { ...Object(right), feeType: feeType.FEE } : right
      const body = withValueAt(beside, path, long)
      await row.prepare?.(caller)
      const more = await row.headers?.(caller, Buffer.from(JSON.stringify(body)))
      const id = row.id ? await row.id(caller) : ''
      const { answer, longest } = await longestRead(long, () =>
        send(call, {
          path: call.path.replace(/\{\w+\}/, String(id)),
          headers: { ...caller.headers, ...more },
          body,
          address: newAddress(),
        }),
      )
      expect(longest, name).toBeLessThanOrEqual(Math.max(field.maxLength, 1_000))
      if (ignoredFields[callNameOf(call)]?.includes(path.join('.'))) continue
      expect(answer.status, `${name}: ${answer.body}`).toBeGreaterThanOrEqual(400)
      expect(answer.status).toBeLessThan(500)
    }
  },
)
