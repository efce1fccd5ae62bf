'use client'

import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { type FormEvent, useId, useState, useTransition } from 'react'
import { messages } from '#lib/core/pipeline-messages.ts'
import { Button } from '../ui/button.tsx'
import { chipClass, chipOnClass } from '../ui/choice.tsx'
import { cx } from '../ui/class-names.ts'
import { DateField } from '../ui/date-field.tsx'
import { LinkBusy } from '../ui/link-busy.tsx'
import { useToday } from '../ui/use-now.ts'
import { areSameDays, type DayPreset, type DayRange, dayPresets, daysText, findMarkedPreset } from './day-presets.ts'
import { type ListState, type ListStatus, type ListUrl, listHref } from './list-state.ts'

const chipOffClass = 'text-ink-2 hover:bg-line'

interface DayChoiceProps {
  readonly days: DayRange
  readonly presets: readonly DayPreset[]
  readonly today: string
  /** Returns the URL of the page for a range of days. */
  readonly hrefOf: (days: DayRange) => string
  /** The last day that can be chosen, such as today for reports; undefined allows any day. */
  readonly max?: string
}

/** Choice of a range of days: chips for the presets, and a form for any other range. The range is stored in the URL. */
export function DayChoice({ days, presets, today, hrefOf, max }: DayChoiceProps) {
  const isCustom = !presets.some((preset) => areSameDays(preset, days))
  const [open, setOpen] = useState(false)
  const formId = useId()
  const marked = findMarkedPreset(presets, days, open)
  return (
    <>
      <nav aria-label="기간" className="flex flex-wrap gap-1.5">
        {presets.map((preset) => (
          <Link
            key={preset.label}
            href={hrefOf(preset)}
            prefetch={false}
            scroll={false}
            onClick={() => setOpen(false)}
            aria-current={preset === marked ? 'true' : undefined}
            className={cx(chipClass, preset === marked ? chipOnClass : chipOffClass)}
          >
            {preset.label}
            <LinkBusy />
          </Link>
        ))}
        <button
          type="button"
          aria-expanded={open}
          aria-current={marked ? undefined : 'true'}
          aria-controls={open ? formId : undefined}
          onClick={() => setOpen(!open)}
          className={cx(chipClass, marked ? chipOffClass : chipOnClass)}
        >
          {isCustom ? `직접 ${daysText(days)}` : '직접'}
        </button>
      </nav>
      {open && (
        <CustomRangeForm
          key={`${days.from} ${days.to}`}
          id={formId}
          {...{ days, today, hrefOf, max }}
          onDone={() => setOpen(false)}
        />
      )}
    </>
  )
}

interface CustomRangeFormProps extends Pick<DayChoiceProps, 'days' | 'today' | 'hrefOf' | 'max'> {
  readonly id: string
  readonly onDone: () => void
}

/** Form for the first and the last day of a range; a day that is left empty means no limit. */
function CustomRangeForm({ id, days, today, hrefOf, max, onDone }: CustomRangeFormProps) {
  const router = useRouter()
  const [busy, startNavigation] = useTransition()
  const [from, setFrom] = useState(days.from ?? '')
  const [to, setTo] = useState(days.to ?? '')
  const isReversed = from !== '' && to !== '' && from > to
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReversed) return
    startNavigation(() => router.push(hrefOf({ from: from || undefined, to: to || undefined }), { scroll: false }))
    onDone()
  }
  return (
    <form id={id} onSubmit={submit} data-busy={busy || undefined} className="flex flex-wrap items-start gap-2">
      <span className="w-[168px]">
        <DateField label="시작일" labelHidden dense value={from} onChange={setFrom} today={today} max={max} />
      </span>
      <span className="w-[168px]">
        <DateField
          label="종료일"
          labelHidden
          dense
          value={to}
          onChange={setTo}
          today={today}
          max={max}
          error={isReversed ? messages.daysReversed : undefined}
        />
      </span>
      <Button type="submit" size="s" disabled={from === '' && to === ''}>
        보기
      </Button>
    </form>
  )
}

interface DayRangeFilterProps {
  readonly listUrl: ListUrl<ListStatus>
  readonly state: ListState<ListStatus>
  /** The day in Seoul on which the server rendered the list. */
  readonly loadedOn: string
}

/** Filter of a list by days: all days, a preset such as yesterday, or a custom range. */
export function DayRangeFilter({ listUrl, state, loadedOn }: DayRangeFilterProps) {
  const today = useToday(loadedOn)
  const hrefOf = ({ from, to }: DayRange) =>
    listHref(listUrl, { ...state, cursor: undefined, chosen: undefined, from, to })
  const presets = [{ label: '전체 기간' }, ...dayPresets(today)]
  return <DayChoice days={state} {...{ presets, today, hrefOf }} />
}
