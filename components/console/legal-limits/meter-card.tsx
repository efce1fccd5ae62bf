import {
  amountMeterKeys,
  legalLimitTexts,
  type MeterLevel,
  meterLevelLabels,
  meterTexts,
} from '#lib/legal-limits/labels.ts'
import type { Meter } from '#lib/legal-limits/queries/meters.ts'
import { decideMeterLevel } from '#lib/legal-limits/rules.ts'
import { formatCount, formatWon, type Points } from '#lib/money/points.ts'
import { retentionLabels } from '#lib/reports/labels.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { cx } from '../../ui/class-names.ts'
import { seoulDay, seoulMinute } from '../../ui/seoul-time.ts'
import { PageLink } from '../page-link.tsx'
import { TitledCard } from '../titled-card.tsx'

const levelTones: Record<MeterLevel, Tone> = { UNKNOWN: 'neutral', CLEAR: 'good', NEAR: 'warn', OVER: 'bad' }

const barClasses: Record<MeterLevel, string> = {
  UNKNOWN: '[&::-moz-progress-bar]:bg-ink-3 [&::-webkit-progress-value]:bg-ink-3',
  CLEAR: '[&::-moz-progress-bar]:bg-main [&::-webkit-progress-value]:bg-main',
  NEAR: '[&::-moz-progress-bar]:bg-warn [&::-webkit-progress-value]:bg-warn',
  OVER: '[&::-moz-progress-bar]:bg-bad [&::-webkit-progress-value]:bg-bad',
}

function Bar({
  percent,
  level,
  label,
}: {
  readonly percent: number
  readonly level: MeterLevel
  readonly label: string
}) {
  return (
    <progress
      className={cx(
        'h-2 w-full appearance-none overflow-hidden rounded-full border-0 bg-sunken [&::-webkit-progress-bar]:bg-sunken',
        barClasses[level],
      )}
      aria-label={label}
      max={100}
      value={Math.min(percent, 100)}
    />
  )
}

/** Points in whole won, rounded down; fractions of a won don't matter in sums of billions. */
const wholeWon = (points: Points): string => formatWon((points / 100n) * 100n)

/** Percent as text. `isNonZero`: the unrounded share is above 0, so that a rounded 0 is written as 'less than 1%'. */
const percentText = (percent: number, isNonZero: boolean): string =>
  percent === 0 && isNonZero ? '1% 미만' : `${formatCount(percent)}%`

/** The day in Seoul before `end`, which is the midnight at which a period ends. */
const lastDayBefore = (end: Date): string => seoulDay(end.getTime() - 1)

/**
 * Texts of a meter: its figure; `lines` with the share of its limit and further parts of the figure; and the time of
 * the figure (`asOf`).
 */
function figureOf(meter: Meter, now: Date): { figure: string; lines: (string | false)[]; asOf: string } {
  const asOf = legalLimitTexts.asOf(seoulMinute(now))
  const share = meter.percent ?? 0
  if (meter.is === 'AMOUNT') {
    const { value, paid, free } = meter
    const breakdown =
      paid !== undefined &&
      free !== undefined &&
      `${legalLimitTexts.paid} ${wholeWon(paid)} · ${legalLimitTexts.free} ${wholeWon(free)}`
    if (value === null) return { figure: legalLimitTexts.noQuarters, lines: [], asOf }
    return { figure: wholeWon(value), lines: [legalLimitTexts.share(percentText(share, value > 0n)), breakdown], asOf }
  }
  if (meter.is === 'DELETION') {
    const { last } = meter
    const shareOfDays = meter.percent !== null && legalLimitTexts.shareOfDays(percentText(share, true))
    if (!last) return { figure: legalLimitTexts.neverRun, lines: [shareOfDays], asOf }
    const removed = Object.entries(last.removed).filter(([, count]) => count > 0)
    const removedText = removed.map(
      ([subject, count]) => `${retentionLabels[subject] ?? subject} ${formatCount(count)}`,
    )
    return {
      figure: legalLimitTexts.lastRun(seoulMinute(last.finishedAt)),
      lines: [shareOfDays, removed.length > 0 && `${legalLimitTexts.removed}: ${removedText.join(', ')}`],
      asOf,
    }
  }
  const { open, near, over, firstDue } = meter
  const lines = [
    legalLimitTexts.late(formatCount(near), formatCount(over)),
    firstDue !== null && legalLimitTexts.firstDue(lastDayBefore(firstDue)),
    legalLimitTexts.shareOfTime(percentText(share, true)),
  ]
  return { figure: legalLimitTexts.waiting(formatCount(open)), lines: open > 0 ? lines : [], asOf }
}

interface MeterCardProps {
  readonly meter: Meter
  readonly now: Date
  /** Whether the viewer is an OWNER: only owners may read the retained records. */
  readonly isOwner: boolean
}

/**
 * Card of one meter, a figure that a law limits: the figure and when it was measured, its limit, the law that sets the
 * limit, and links to the lists with the rows.
 */
export function MeterCard({ meter, now, isOwner }: MeterCardProps) {
  const { label, text, limit, rule, places } = meterTexts[meter.key]
  const level = decideMeterLevel(meter.percent)
  const { figure, lines, asOf } = figureOf(meter, now)
  const isAmount = (amountMeterKeys as readonly string[]).includes(meter.key)
  return (
    <TitledCard
      title={label}
      aside={<Badge tone={levelTones[level]}>{meterLevelLabels[level]}</Badge>}
      className="grid content-start gap-3"
    >
      <p className="text-s text-ink-2">{text}</p>
      <div className="grid gap-1.5">
        <p
          className={cx(
            'font-semibold tabular-nums wrap-anywhere',
            meter.percent !== null && (isAmount || meter.is === 'DEADLINES') && 'text-l',
          )}
        >
          {figure}
        </p>
        {meter.percent !== null && <Bar percent={meter.percent} level={level} label={`${label}, ${limit}`} />}
        {lines.map(
          (line) =>
            line && (
              <p key={line} className="text-s tabular-nums text-ink-2">
                {line}
              </p>
            ),
        )}
        <p className="text-s tabular-nums text-ink-3">{asOf}</p>
      </div>
      <p className="text-s">{limit}</p>
      <p className="text-s text-ink-3">{rule}</p>
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-s">
        {places.map(
          ({ path, query, label: name, ownerOnly }) =>
            (!ownerOnly || isOwner) && (
              <PageLink key={name} path={path} query={query}>
                {name}
              </PageLink>
            ),
        )}
      </p>
    </TitledCard>
  )
}
