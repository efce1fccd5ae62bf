import { useId } from 'react'

interface RankedValue {
  readonly key: string
  readonly label: string
  readonly value: number
  /** The value, formatted. */
  readonly text: string
}

interface RankChartProps {
  readonly title: string
  /** The chart in one sentence, for screen readers. */
  readonly text: string
  readonly ranks: readonly RankedValue[]
}

/** Height of a bar with the space around it, in px. */
const ROW_HEIGHT = 30

/** A chart of the largest values, such as sales by service: one horizontal bar for each, one below the other. */
export function RankChart({ title, text, ranks }: RankChartProps) {
  const id = useId()
  const largest = Math.max(1, ...ranks.map(({ value }) => value))
  return (
    <figure className="grid min-w-0 content-start grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-x-3 text-s">
      <div aria-hidden="true">
        {ranks.map(({ key, label, text: valueText }) => (
          <p key={key} className="flex h-[30px] items-center gap-2" title={`${label} ${valueText}`}>
            <span className="truncate text-ink-2">{label}</span>
          </p>
        ))}
      </div>
      <svg
        role="img"
        aria-labelledby={`${id}t ${id}d`}
        viewBox={`0 0 100 ${ranks.length * ROW_HEIGHT}`}
        preserveAspectRatio="none"
        height={ranks.length * ROW_HEIGHT}
        className="w-full"
      >
        <title id={`${id}t`}>{title}</title>
        <desc id={`${id}d`}>{text}</desc>
        {ranks.map(({ key, value }, at) => (
          <rect
            key={key}
            x="0"
            y={at * ROW_HEIGHT + 7}
            width={(Math.max(value, 0) / largest) * 100}
            height={ROW_HEIGHT - 14}
            className="fill-main"
          />
        ))}
      </svg>
    </figure>
  )
}
