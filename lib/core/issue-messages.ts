import type { z } from 'zod'

// Korean messages of zod issues, for fields whose schema has no message of its own (docs/contract.md#wire). They
// replace zod's own Korean messages, which name types and formats in English.

type RawIssue = z.core.$ZodRawIssue

/**
 * Formats a number with at most five decimals, as many as an exchange rate has. The default of toLocaleString is three,
 * which would show the step of an exchange rate as 0.
 */
const numberText = (value: number | bigint | undefined): string =>
  (value ?? 0).toLocaleString('ko-KR', { maximumFractionDigits: 5 })

const typeMessages: Readonly<Record<string, string>> = {
  string: '글자로 입력해 주세요',
  number: '숫자로 입력해 주세요',
  int: '소수점 없는 숫자로 입력해 주세요',
  bigint: '소수점 없는 숫자로 입력해 주세요',
  boolean: '켬(true)이나 끔(false)이어야 해요',
  array: '목록으로 보내 주세요',
  object: '항목을 이름과 함께 보내 주세요',
  record: '항목을 이름과 함께 보내 주세요',
  date: '날짜를 확인해 주세요',
}

const formatMessages: Readonly<Record<string, string>> = {
  email: '이메일 형식을 맞춰주세요',
  url: '주소를 다시 확인해 주세요',
  date: '날짜를 2026-01-31처럼 입력해 주세요',
  datetime: '날짜와 시각을 다시 확인해 주세요',
}

const MALFORMED = '형식을 다시 확인해 주세요'

function wrongType(expected: string, input: unknown): string {
  if (input === undefined || input === null) return '빠진 항목이에요. 입력해 주세요'
  return typeMessages[expected] ?? MALFORMED
}

function tooBig(origin: string, maximum: number | bigint, inclusive: boolean): string {
  const limit = numberText(maximum)
  if (origin === 'string') return `${limit}자까지 입력할 수 있어요`
  if (origin === 'array' || origin === 'set') return `${limit}개까지 보낼 수 있어요`
  return inclusive ? `${limit} 이하로 입력해 주세요` : `${limit}보다 작게 입력해 주세요`
}

function tooSmall(origin: string, minimum: number | bigint, inclusive: boolean): string {
  const limit = numberText(minimum)
  if (origin === 'string') return minimum === 1 ? '입력해 주세요' : `${limit}자 이상 입력해 주세요`
  if (origin === 'array' || origin === 'set') return `${limit}개 이상 보내 주세요`
  return inclusive ? `${limit} 이상으로 입력해 주세요` : `${limit}보다 크게 입력해 주세요`
}

/** Maximum number of allowed values that a message lists. */
const MAX_LISTED_VALUES = 12

function oneOf(values: readonly unknown[]): string {
  const listedValues = values.slice(0, MAX_LISTED_VALUES).map(String).join(', ')
  return values.length > MAX_LISTED_VALUES ? '쓸 수 없는 값이에요' : `다음 가운데 하나여야 해요: ${listedValues}`
}

/** The shop's message for a zod issue. */
export function issueMessage(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return wrongType(issue.expected, issue.input)
    case 'too_big':
      return tooBig(issue.origin, issue.maximum, issue.inclusive ?? true)
    case 'too_small':
      return tooSmall(issue.origin, issue.minimum, issue.inclusive ?? true)
    case 'invalid_value':
      return issue.input === undefined || issue.input === null ? wrongType('', issue.input) : oneOf(issue.values)
    case 'invalid_format':
      return formatMessages[issue.format] ?? MALFORMED
    case 'not_multiple_of':
      return `${numberText(issue.divisor)} 단위로 입력해 주세요`
    case 'unrecognized_keys':
      return '알 수 없는 항목이 있어요'
    default:
      return MALFORMED
  }
}

/** Option for zod's `parse` and `safeParse` that uses the shop's messages, unless the schema has its own message. */
export const ourIssueMessages = { error: issueMessage }
