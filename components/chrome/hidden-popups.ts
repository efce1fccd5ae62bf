import { seoulTime } from '../ui/seoul-time.ts'

/** localStorage key of the popups that were hidden for a day (docs/product.md#popups). */
export const HIDDEN_POPUPS_STORAGE_KEY = 'popup-hidden'

export interface HiddenPopup {
  readonly popupId: string
  /** Day in Seoul on which the popup was hidden, as yyyyMMdd. */
  readonly date: string
}

/** The day in Seoul at `now` (milliseconds), as yyyyMMdd. */
export const compactSeoulDay = (now: number) => seoulTime(now).slice(0, 10).replaceAll('-', '')

/** Parses the stored list of hidden popups; malformed entries are ignored. */
export function parseHiddenPopups(text: string | null): readonly HiddenPopup[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(value) ? value.filter(isHiddenPopup) : []
  } catch {
    return []
  }
}

const isHiddenPopup = (value: unknown): value is HiddenPopup =>
  typeof value === 'object' &&
  value !== null &&
  'popupId' in value &&
  typeof value.popupId === 'string' &&
  'date' in value &&
  typeof value.date === 'string'

/** True if popup `id` was hidden on the day `today` (yyyyMMdd). */
export const isHiddenToday = (records: readonly HiddenPopup[], id: number, today: string) =>
  records.some((record) => record.popupId === String(id) && record.date === today)

/** Adds popup `id` as hidden for today, and drops the popups hidden on earlier days, which are shown again. */
export function withHiddenToday(records: readonly HiddenPopup[], id: number, today: string): readonly HiddenPopup[] {
  const others = records.filter((record) => record.date === today && record.popupId !== String(id))
  return [...others, { popupId: String(id), date: today }]
}
