import { useId } from 'react'
import { axisNumberText, axisSpanOf } from './chart-scale.ts'

export interface ChartSeries {
  readonly label: string
  /** Class names of the series' colour: `fill` for its bars, `background` for its dot in the legend. */
  readonly fill: string
  readonly background: string
  readonly values: readonly number[]
}

interface DayChartProps {
  readonly title: string
  /** The chart in one sentence, for screen readers. */
  readonly text: string
  readonly days: readonly string[]
  readonly series: readonly ChartSeries[]
}

/** Height of the plot, width of a day, and the part of that width without bars, in units of the chart's viewBox. */
const PLOT_HEIGHT = 100
const DAY_WIDTH = 12
const DAY_GAP = 2

/** A bar chart of days or months. Each day has one bar per series. The table beside it contains the exact values. */
export function DayChart({ title, text, days, series }: DayChartProps) {
  const id = useId()
  const { top, bottom } = axisSpanOf(series.flatMap(({ values }) => values))
  const yOf = (value: number) => ((top - value) / (top - bottom)) * PLOT_HEIGHT
  const barWidth = (DAY_WIDTH - DAY_GAP) / series.length
  return (
    <figure className="grid min-w-0 content-start gap-2">
      {series.length > 1 && <ChartLegend series={series} />}
      <div className="grid grid-cols-[minmax(44px,max-content)_minmax(0,1fr)] gap-x-2 gap-y-1 text-s tabular-nums text-ink-3">
        <div aria-hidden="true" className="flex flex-col justify-between text-right leading-none whitespace-nowrap">
          <span>{axisNumberText(top)}</span>
          <span>{axisNumberText(bottom)}</span>
        </div>
        <svg
          role="img"
          aria-labelledby={`${id}t ${id}d`}
          viewBox={`0 0 ${Math.max(days.length, 1) * DAY_WIDTH} ${PLOT_HEIGHT}`}
          preserveAspectRatio="none"
          className="h-[250px] w-full"
        >
          <title id={`${id}t`}>{title}</title>
          <desc id={`${id}d`}>{text}</desc>
          {[...new Set([top, (top + bottom) / 2, 0, bottom])].map((value) => (
            <line
              key={value}
              x1="0"
              x2="100%"
              y1={yOf(value)}
              y2={yOf(value)}
              className="stroke-line"
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {series.map(({ label, fill, values }, at) =>
            values.map((value, day) => (
              <rect
                key={`${label} ${days[day]}`}
                x={day * DAY_WIDTH + DAY_GAP / 2 + at * barWidth}
                width={barWidth}
                y={yOf(Math.max(value, 0))}
                height={Math.abs(yOf(value) - yOf(0))}
                className={fill}
              />
            )),
          )}
        </svg>
        <div aria-hidden="true" className="col-start-2 flex justify-between">
          <span>{days[0]}</span>
          {days.length > 1 && <span>{days.at(-1)}</span>}
        </div>
      </div>
    </figure>
  )
}

function ChartLegend({ series }: Pick<DayChartProps, 'series'>) {
  return (
    <figcaption className="flex flex-wrap gap-x-4 gap-y-1 text-s text-ink-2">
      {series.map(({ label, background }) => (
        <span key={label} className="inline-flex items-center gap-1.5">
          <span aria-hidden="true" className={`size-2.5 rounded-full ${background}`} />
          {label}
        </span>
      ))}
    </figcaption>
  )
}
