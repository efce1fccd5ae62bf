const steps = [1, 2, 2.5, 5, 10]

/** The round number next above, so that a chart's top is one that can be read. */
export function roundAbove(value: number): number {
  if (value <= 0) return 0
  const unit = 10 ** Math.floor(Math.log10(value))
  return unit * (steps.find((step) => step * unit >= value) ?? 10)
}

/** Where a chart begins and ends; nothing at all still has a height. */
export function spanOf(values: readonly number[]): { top: number; bottom: number } {
  const top = roundAbove(Math.max(0, ...values))
  const low = roundAbove(Math.max(0, ...values.map((value) => -value)))
  const bottom = low === 0 ? 0 : -low
  return top === bottom ? { top: 1, bottom: 0 } : { top, bottom }
}

const units: readonly [number, string][] = [
  [100_000_000, '억'],
  [10_000, '만'],
]

/** A number as an axis tells it: 1.2억, 340만. */
export function shortNumber(value: number): string {
  const [size, unit] = units.find(([least]) => Math.abs(value) >= least) ?? [1, '']
  return `${(Math.round((value / size) * 10) / 10).toLocaleString('ko-KR')}${unit}`
}
