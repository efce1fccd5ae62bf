import type { ComponentProps } from 'react'
import { cx } from './class-names.ts'

export type Tone = 'good' | 'warn' | 'bad' | 'neutral' | 'main'

const badgeToneClasses: Record<Tone, string> = {
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  neutral: 'bg-sunken text-ink-3',
  main: 'bg-main-soft text-main-text in-[tr[aria-current]]:bg-card',
}

/** A status label on a soft background in its colour; with `pill` its ends are round. */
export function Badge({
  tone = 'neutral',
  pill = false,
  className,
  ...rest
}: { readonly tone?: Tone; readonly pill?: boolean } & ComponentProps<'span'>) {
  return (
    <span
      className={cx(
        'inline-block text-s leading-[1.45] font-semibold whitespace-nowrap',
        pill ? 'rounded-full px-2 py-px' : 'rounded-badge px-2 py-0.5',
        badgeToneClasses[tone],
        className,
      )}
      {...rest}
    />
  )
}

/** A message box with a background by `tone`, such as a warning above a form or the success of an order. */
export function Notice({ tone = 'neutral', className, ...rest }: { readonly tone?: Tone } & ComponentProps<'div'>) {
  const background: Record<Tone, string> = {
    good: 'bg-good-soft',
    warn: 'bg-warn-soft',
    bad: 'bg-bad-soft',
    neutral: 'bg-sunken',
    main: 'bg-main-soft',
  }
  return (
    <div
      className={cx('rounded-tile px-4 py-3.5 text-ink [--ink-3:var(--ink-2)]', background[tone], className)}
      {...rest}
    />
  )
}
