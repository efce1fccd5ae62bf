import type { AdminServiceRow } from '#lib/catalog/schema.ts'
import { textOf } from '../../ui/use-form.ts'

/** What staff wrote of a service; NaN is what isn't a number. */
export type ServiceDraft = Pick<
  AdminServiceRow,
  | 'text'
  | 'categoryId'
  | 'point'
  | 'min'
  | 'max'
  | 'notice'
  | 'isReadOnly'
  | 'enableAuto'
  | 'providerId'
  | 'providerServiceId'
  | 'cost'
>

/** A number as people write it: with commas; nothing is no number. */
export function numberOf(text: string): number {
  const plain = text.replaceAll(',', '').trim()
  return plain === '' ? Number.NaN : Number(plain)
}

export function readDraft(data: FormData): ServiceDraft {
  const text = (name: string) => textOf(data, name).trim()
  const providerId = Number(text('providerId')) || null
  return {
    text: text('text'),
    categoryId: Number(text('categoryId')),
    point: numberOf(text('point')),
    min: numberOf(text('min')),
    max: numberOf(text('max')),
    notice: text('notice').replaceAll('\r\n', '\n'),
    isReadOnly: data.get('isReadOnly') !== null,
    enableAuto: data.get('enableAuto') !== null,
    providerId,
    providerServiceId: (providerId && text('providerServiceId')) || null,
    cost: text('cost') === '' ? null : numberOf(text('cost')),
  }
}

/** On the wire absent and null fields stay as they are: a provider, its number and a cost go by 0 and ''. */
const sent = (name: keyof ServiceDraft, value: unknown): unknown =>
  value === null ? (name === 'providerServiceId' ? '' : 0) : value

export const wireOf = (draft: ServiceDraft): Record<string, unknown> =>
  Object.fromEntries(Object.entries(draft).map(([name, value]) => [name, sent(name as keyof ServiceDraft, value)]))

/** Only what was changed, with what stood there before: another's change of something else isn't in the way. */
export function changesOf(before: ServiceDraft, draft: ServiceDraft) {
  const names = (Object.keys(draft) as (keyof ServiceDraft)[]).filter((name) => draft[name] !== before[name])
  const wire = wireOf(draft)
  return {
    ...Object.fromEntries(names.map((name) => [name, wire[name]])),
    seen: Object.fromEntries(names.map((name) => [name, before[name]])),
  }
}
