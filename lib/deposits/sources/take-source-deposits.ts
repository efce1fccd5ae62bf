import type { Database } from '#lib/core/db.ts'
import { withoutInvisible } from '#lib/core/invisible.ts'
import { log } from '#lib/core/log.ts'
import { type ImportedDeposit, importedDeposit } from '../schema.ts'
import { takeDeposits } from '../take-deposits.ts'
import type { SourceKind } from './labels.ts'
import type { SourceDeposit } from './source.ts'

/** Name of a deposit for which the bank gave none; no charge has it, because of its brackets' content. */
const NAMELESS = '(이름 없음)'

/** Depositor's name as the shop can store it: one line of at most 100 characters. */
const nameOf = (name: string): string =>
  withoutInvisible(name)
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, 100) || NAMELESS

function depositOf(kind: SourceKind, { id, name, amount, at, precision }: SourceDeposit): ImportedDeposit | null {
  const parsed = importedDeposit.safeParse({ externalId: `${kind}:${id}`, name: nameOf(name), amount, at, precision })
  if (!parsed.success) log.error('a source reported a deposit that cannot be stored', { kind, id: String(id) })
  return parsed.success ? parsed.data : null
}

/**
 * Stores what a service reported, each deposit once, and credits the charges that the matching rule is certain about,
 * if the source may credit by itself (docs/contract.md#deposit-sources). May be repeated.
 */
export async function takeSourceDeposits(
  db: Database,
  kind: SourceKind,
  deposits: readonly SourceDeposit[],
): Promise<void> {
  for (const isProved of [true, false]) {
    const taken = deposits.filter((each) => each.isProved === isProved).map((each) => depositOf(kind, each))
    const readable = taken.filter((each) => each !== null)
    if (readable.length > 0) await takeDeposits(db, readable, { source: 'CONNECTION', connection: kind, isProved })
  }
}
