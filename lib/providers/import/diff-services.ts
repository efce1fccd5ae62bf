import type { ProviderRate } from './price.ts'
import type { ListedService } from './read-row.ts'

/** A provider service as of the last import; `gone` is true if the provider's list no longer contained it then. */
export type KnownService = ListedService & { gone: boolean }

/**
 * A difference of one service between a provider's list now and its last import. One service may have several
 * differences.
 */
export type ServiceChange = { remoteId: string; name: string } & (
  | { kind: 'NEW'; rate: ProviderRate }
  | { kind: 'BACK'; rate: ProviderRate }
  | { kind: 'GONE' }
  | { kind: 'PRICE'; from: ProviderRate; to: ProviderRate }
  | { kind: 'LIMITS'; from: [min: number, max: number]; to: [min: number, max: number] }
  | { kind: 'NAME'; from: string }
  | { kind: 'TYPE'; from: string; to: string }
)

function changesOf(before: KnownService, now: ListedService): ServiceChange[] {
  const { remoteId, name, rate } = now
  const changes: ServiceChange[] = []
  if (before.gone) changes.push({ remoteId, name, kind: 'BACK', rate })
  if (before.rate !== rate) changes.push({ remoteId, name, kind: 'PRICE', from: before.rate, to: rate })
  if (before.min !== now.min || before.max !== now.max)
    changes.push({ remoteId, name, kind: 'LIMITS', from: [before.min, before.max], to: [now.min, now.max] })
  if (before.type !== now.type) changes.push({ remoteId, name, kind: 'TYPE', from: before.type, to: now.type })
  if (before.name !== name) changes.push({ remoteId, name, kind: 'NAME', from: before.name })
  return changes
}

/**
 * Differences between the last import (`known`) and a provider's list now (`listed`), in the sequence of the list;
 * services that disappeared come last.
 */
export function diffServices(known: readonly KnownService[], listed: readonly ListedService[]): ServiceChange[] {
  const before = new Map(known.map((service) => [service.remoteId, service]))
  const listedIds = new Set(listed.map(({ remoteId }) => remoteId))
  const changed = listed.flatMap((service): ServiceChange[] => {
    const old = before.get(service.remoteId)
    const { remoteId, name, rate } = service
    return old ? changesOf(old, service) : [{ remoteId, name, kind: 'NEW', rate }]
  })
  const gone = known.filter((service) => !service.gone && !listedIds.has(service.remoteId))
  return [...changed, ...gone.map(({ remoteId, name }): ServiceChange => ({ remoteId, name, kind: 'GONE' }))]
}

/**
 * True if more than half of the services of the last import have disappeared and that import had at least four. The
 * list is then probably truncated, so it must not be applied automatically.
 */
export function looksTruncated(known: readonly KnownService[], changes: readonly ServiceChange[]): boolean {
  const listedCount = known.filter(({ gone }) => !gone).length
  return listedCount >= 4 && changes.filter(({ kind }) => kind === 'GONE').length * 2 > listedCount
}

/** A price that falls below the former price divided by this is probably a mistake. */
const COLLAPSE_DIVISOR = 5n

/** True if a price falls below a fifth of what it was. */
export const isPriceCollapsed = (from: bigint, to: bigint): boolean => to * COLLAPSE_DIVISOR < from

/**
 * True if more than half of the services of the last import now cost less than a fifth of their former price. The
 * provider has then probably mistaken the unit or the currency, so the list must not be applied automatically.
 */
export function haveRatesCollapsed(known: readonly KnownService[], changes: readonly ServiceChange[]): boolean {
  const listedCount = known.filter(({ gone }) => !gone).length
  const collapsed = changes.filter((change) => change.kind === 'PRICE' && isPriceCollapsed(change.from, change.to))
  return collapsed.length * 2 > listedCount
}
