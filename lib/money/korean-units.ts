const koreanUnits = [
  [100_000_000, '억'],
  [10_000, '만'],
  [1_000, '천'],
  [100, '백'],
] as const

/**
 * Label of a button that adds so many won to an amount, such as '+1만 5천원' or '+5백원' (docs/contract.md#money). Parts
 * below a hundred are written in digits.
 */
export function quickAddLabel(won: number): string {
  const parts: string[] = []
  let rest = won
  for (const [size, name] of koreanUnits) {
    const count = Math.floor(rest / size)
    if (count > 0) parts.push(`${count.toLocaleString('ko-KR')}${name}`)
    rest -= count * size
  }
  if (rest > 0) parts.push(String(rest))
  return `+${parts.join(' ')}원`
}
