/** Korean number units, largest first: value and name of each. */
const koreanUnits = [
  [100_000_000, '억'],
  [10_000, '만'],
  [1_000, '천'],
  [100, '백'],
] as const

/**
 * Label of a button that adds `won` to the amount in a web form: '+1만 5천원', '+5백원' (docs/contract.md#money). The part
 * below a hundred is written in digits.
 */
export function quickAddLabel(won: number): string {
  const parts: string[] = []
  let remaining = won
  for (const [size, name] of koreanUnits) {
    const count = Math.floor(remaining / size)
    if (count > 0) parts.push(`${count.toLocaleString('ko-KR')}${name}`)
    remaining -= count * size
  }
  if (remaining > 0) parts.push(String(remaining))
  return `+${parts.join(' ')}원`
}
