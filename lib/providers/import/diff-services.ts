import type { Rate } from './price.ts'
import type { ListedService } from './read-row.ts'

/** A provider's service as of the last import; `gone` if it was missing from the list then. */
export type KnownService = ListedService & { gone: boolean }

/**
 * One difference between a provider's list of services and the one imported before. A service may have several changes.
 */
export type ServiceChange = { remoteId: string; name: string } & (
  | { kind: 'NEW'; rate: Rate }
  | { kind: 'BACK'; rate: Rate }
  | { kind: 'GONE' }
  | { kind: 'PRICE'; from: Rate; to: Rate }
  | { kind: 'LIMITS'; from: [min: number, max: number]; to: [min: number, max: number] }
  | { kind: 'NAME'; from: string }
)

function changesOf(before: KnownService, now: ListedService): ServiceChange[] {
  const { remoteId, name, rate } = now
  const changes: ServiceChange[] = []
  if (before.gone) changes.push({ remoteId, name, kind: 'BACK', rate })
  if (before.rate !== rate) changes.push({ remoteId, name, kind: 'PRICE', from: before.rate, to: rate })
  if (before.min !== now.min || before.max !== now.max)
    changes.push({ remoteId, name, kind: 'LIMITS', from: [before.min, before.max], to: [now.min, now.max] })
  if (before.name !== name) changes.push({ remoteId, name, kind: 'NAME', from: before.name })
  return changes
}

/** Differences from the last import, in the order of the list; services that are gone come last. */
export function diffServices(known: readonly KnownService[], listed: readonly ListedService[]): ServiceChange[] {
  const before = new Map(known.map((service) => [service.remoteId, service]))
  const now = new Set(listed.map(({ remoteId }) => remoteId))
  const changed = listed.flatMap((service): ServiceChange[] => {
    const old = before.get(service.remoteId)
    const { remoteId, name, rate } = service
    return old ? changesOf(old, service) : [{ remoteId, name, kind: 'NEW', rate }]
  })
  const gone = known.filter((service) => !service.gone && !now.has(service.remoteId))
  return [...changed, ...gone.map(({ remoteId, name }): ServiceChange => ({ remoteId, name, kind: 'GONE' }))]
}

/** True if more than half of the known services are missing: probably a truncated list, not a real withdrawal. */
export function isSuspicious(known: readonly KnownService[], changes: readonly ServiceChange[]): boolean {
  const there = known.filter(({ gone }) => !gone).length
  return there >= 4 && changes.filter(({ kind }) => kind === 'GONE').length * 2 > there
}
