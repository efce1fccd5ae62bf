import type { Database, Db } from '#lib/core/db.ts'
import { withoutInvisibleCharacters } from '#lib/core/invisible.ts'
import { log } from '#lib/core/log.ts'
import { wholePoints } from '#lib/money/points.ts'
import { receiveDeposits } from '../receive-deposits.ts'
import { NO_DEPOSITOR_NAME, normalDepositorName } from '../rules.ts'
import { type ImportedDeposit, importedDeposit } from '../schema.ts'
import type { SourceKind } from './labels.ts'
import type { SourceDeposit } from './source.ts'

/** Depositor's name as it is stored: one line, cut to 100 characters; NO_DEPOSITOR_NAME if it is empty. */
const nameOf = (name: string): string =>
  withoutInvisibleCharacters(name)
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, 100) || NO_DEPOSITOR_NAME

/** The deposit as it is stored; null if it can't be stored, for example because its amount is invalid. */
function depositOf(kind: SourceKind, { id, name, amount, at, precision }: SourceDeposit): ImportedDeposit | null {
  const parsed = importedDeposit.safeParse({ externalId: `${kind}:${id}`, name: nameOf(name), amount, at, precision })
  if (!parsed.success) log.error('a source reported a deposit that cannot be stored', { kind, id: String(id) })
  return parsed.success ? parsed.data : null
}

// Indexes of the reported deposits that are already stored with the same name and amount. If $5 is true, only those
// that are stored as proved.
const knownSql = `
  SELECT (r.place - 1)::int AS place FROM deposits d
  JOIN unnest($1::text[], $2::text[], $3::bigint[], $6::text[]) WITH ORDINALITY AS r (external_id, normal_name, amount, name, place)
    ON r.external_id = d.external_id
  WHERE d.connection = $4 AND (d.is_proved OR NOT $5::boolean) AND d.amount = r.amount
    AND (d.name = r.name OR d.normal_name IN (r.normal_name, former_name(r.normal_name)))`

/**
 * The reported deposits that aren't stored yet, are stored with other data, or weren't proved until now. One statement
 * finds the deposits that are already stored, because a polled deposit source reports the deposits of the last days
 * again at each poll.
 */
async function newOrChangedDeposits(
  db: Db,
  kind: SourceKind,
  { deposits, isProved }: { deposits: readonly ImportedDeposit[]; isProved: boolean },
): Promise<ImportedDeposit[]> {
  const unchanged = await db.rows<{ place: number }>(knownSql, [
    deposits.map(({ externalId }) => externalId),
    deposits.map(({ name }) => normalDepositorName(name)),
    deposits.map(({ amount }) => wholePoints(amount)),
    kind,
    isProved,
    deposits.map(({ name }) => name),
  ])
  const places = new Set(unchanged.map(({ place }) => place))
  return deposits.filter((_, place) => !places.has(place))
}

/**
 * Stores the deposits that a deposit source reported, each once. If the source may credit without staff, also credits
 * the charges for which the matching rule allows this (docs/contract.md#deposit-sources). Safe to repeat.
 */
export async function receiveSourceDeposits(
  db: Database,
  kind: SourceKind,
  deposits: readonly SourceDeposit[],
): Promise<void> {
  for (const isProved of [true, false]) {
    const converted = deposits.filter((each) => each.isProved === isProved).map((each) => depositOf(kind, each))
    const storable = converted.filter((each) => each !== null)
    const unstored = storable.length > 0 ? await newOrChangedDeposits(db, kind, { deposits: storable, isProved }) : []
    if (unstored.length > 0) await receiveDeposits(db, unstored, { source: 'CONNECTION', connection: kind, isProved })
  }
}
