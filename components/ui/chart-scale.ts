const roundAxisTops = [1, 2, 2.5, 5, 10]

/** The smallest round number that is not below `value`, for the top of a chart's axis. */
export function roundUpForAxis(value: number): number {
  if (value <= 0) return 0
  const unit = 10 ** Math.floor(Math.log10(value))
  return unit * (roundAxisTops.find((step) => step * unit >= value) ?? 10)
}

/**
 * Highest and lowest value of a chart's axis. If there are no values, or all are 0, the span is 1, so that nothing is
 * divided by zero.
 */
export function axisSpanOf(values: readonly number[]): { top: number; bottom: number } {
  const top = roundUpForAxis(Math.max(0, ...values))
  const low = roundUpForAxis(Math.max(0, ...values.map((value) => -value)))
  const bottom = low === 0 ? 0 : -low
  return top === bottom ? { top: 1, bottom: 0 } : { top, bottom }
}

const numberUnits: readonly [number, string][] = [
  [100_000_000, '억'],
  [10_000, '만'],
]

/** A number as an axis label: 1.2억, 340만. */
export function axisNumberText(value: number): string {
  const [size, unit] = numberUnits.find(([minimum]) => Math.abs(value) >= minimum) ?? [1, '']
  return `${(Math.round((value / size) * 10) / 10).toLocaleString('ko-KR')}${unit}`
}
