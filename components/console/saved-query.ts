import { areSameDays, dayPresets } from './day-presets.ts'

/**
 * Parameter by which a saved filter names one of the `dayPresets`, in place of the days that the preset had when the
 * filter was saved.
 */
const PRESET_PARAMETER = 'days'

/** The presets that a list offers; none for a list without days, which doesn't pass the current day. */
const presetsOf = (today: string | undefined) => (today ? dayPresets(today) : [])

function queryText(params: URLSearchParams): string {
  params.sort()
  const text = params.toString()
  return text && `?${text}`
}

/**
 * The part of a list's query string that a saved filter stores: all parameters except the selected row (`id`) and the
 * page of rows (`cursor`), sorted by name so that equal filters have equal texts. The days of a preset, such as today,
 * are stored by the preset's name: opened on a later day, the filter shows the days that the preset then has.
 */
export function toSavedQuery(search: string, today: string | undefined): string {
  const params = new URLSearchParams(search)
  for (const key of ['id', 'cursor', PRESET_PARAMETER]) params.delete(key)
  const days = { from: params.get('from') ?? undefined, to: params.get('to') ?? undefined }
  const preset = presetsOf(today).find((each) => areSameDays(each, days))
  if (preset) {
    params.delete('from')
    params.delete('to')
    params.set(PRESET_PARAMETER, preset.name)
  }
  return queryText(params)
}

/** The query string of a list with the filters that `toSavedQuery` stored, on the day `today`. */
export function fromSavedQuery(saved: string, today: string | undefined): string {
  const params = new URLSearchParams(saved)
  const preset = presetsOf(today).find(({ name }) => name === params.get(PRESET_PARAMETER))
  params.delete(PRESET_PARAMETER)
  if (preset) {
    params.set('from', preset.from)
    params.set('to', preset.to)
  }
  return queryText(params)
}
