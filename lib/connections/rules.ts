import {
  type ConnectionDeclaration,
  type ConnectionField,
  type ConnectionKind,
  type ConnectionState,
  connectionDeclarations,
  connectionFields,
} from './labels.ts'

/** For each `pattern` of a form field: the rule that its value must match, and the sentence shown if it doesn't. */
const fieldPatterns: Record<NonNullable<ConnectionField['pattern']>, { rule: RegExp; sentence: string }> = {
  businessNumber: { rule: /^\d{10}$/, sentence: '사업자번호 열 자리를 숫자로 입력해 주세요.' },
  account: { rule: /^\d{6,20}$/, sentence: '계좌번호를 숫자로만 입력해 주세요.' },
  phone: { rule: /^\d{8,12}$/, sentence: '발신번호를 숫자로만 입력해 주세요.' },
}

/** Values of a connection's form by field name. */
export type ConnectionValues = Readonly<Record<string, string>>

const plainValue = ({ pattern }: ConnectionField, value: string): string =>
  pattern ? value.replace(/[\s-]/g, '') : value

/**
 * Converts form values to stored values: trims them, removes spaces and dashes from numbers, and replaces an empty
 * choice by its default. Drops unknown names and empty values. (A secret that is left empty keeps its stored value.)
 */
export function toStoredValues(kind: ConnectionKind, values: ConnectionValues): Record<string, string> {
  const entries = connectionFields(kind).map((field): [string, string] => {
    const value = plainValue(field, (values[field.name] ?? '').trim())
    return [field.name, value === '' ? (field.choices?.[0]?.[0] ?? '') : value]
  })
  return Object.fromEntries(entries.filter(([, value]) => value !== ''))
}

/**
 * Finds the first field whose value can't be stored, with a sentence that says what to do; null if there is none.
 * `stored` are the names of the secrets that are already stored: their fields may be left empty.
 */
export function connectionFault(
  kind: ConnectionKind,
  values: ConnectionValues,
  stored: readonly string[],
): { path: string; message: string } | null {
  for (const { name, label, where, optional, choices, pattern } of connectionFields(kind)) {
    const value = values[name]
    if (value === undefined) {
      if (optional || stored.includes(name)) continue
      return { path: name, message: `${label} 값을 입력해 주세요. ${where}에 있어요.` }
    }
    if (choices && !choices.some(([known]) => known === value))
      return { path: name, message: `${label} 값을 골라 주세요.` }
    if (!/^[\x21-\x7e]+$/.test(value) && !pattern)
      return { path: name, message: `${label} 값에는 빈칸이나 한글이 없어요. 다시 복사해 붙여 넣어 주세요.` }
    if (pattern && !fieldPatterns[pattern].rule.test(value))
      return { path: name, message: fieldPatterns[pattern].sentence }
  }
  return null
}

/** The outside service's own address for a connection with these settings. */
export function ownBaseUrlOf(kind: ConnectionKind, settings: ConnectionValues): string {
  const { addresses }: ConnectionDeclaration = connectionDeclarations[kind]
  return (settings.environment === 'TEST' && addresses.TEST) || addresses.REAL
}

/** The last four characters of a secret, which staff may see; '' for a short secret. */
export const secretHintOf = (secret: string): string => (secret.length >= 12 ? secret.slice(-4) : '')

type StoredState = {
  connected: boolean
  checkedAt: unknown
  error: string | null
  verifiedAt: unknown
}

/** State of a connection as staff see it (docs/contract.md#connections). */
export function connectionStateOf({ connected, checkedAt, error, verifiedAt }: StoredState): ConnectionState {
  if (!connected) return 'NONE'
  if (error !== null) return 'FAILING'
  if (checkedAt === null) return 'UNCHECKED'
  return verifiedAt === null ? 'UNVERIFIED' : 'VERIFIED'
}
