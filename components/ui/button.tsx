import type { ComponentProps } from 'react'
import { cx } from './class-names.ts'

export type ButtonTone = 'main' | 'tint' | 'plain' | 'soft' | 'bad'
export type ButtonSize = 's' | 'm' | 'l'

export interface ButtonLook {
  /**
   * main: the most important action of a screen; tint: soft accent; plain: outlined; soft: sunken, for minor actions;
   * bad: for irreversible actions.
   */
  readonly tone?: ButtonTone
  readonly size?: ButtonSize
  /** Takes the full width. */
  readonly full?: boolean
}

const buttonToneClasses: Record<ButtonTone, string> = {
  main: 'border-transparent bg-main text-on-main hover:bg-main-hover hover:text-on-main-hover',
  tint: 'border-transparent bg-main-soft text-main-text hover:bg-main hover:text-on-main',
  plain: 'border-line bg-card text-ink hover:bg-sunken',
  soft: 'border-transparent bg-sunken text-ink-2 hover:bg-line hover:text-ink',
  bad: 'border-transparent bg-bad-soft text-bad hover:bg-bad hover:text-card',
}

const buttonSizeClasses: Record<ButtonSize, string> = {
  s: 'min-h-[2.375rem] rounded-field px-3.5 text-s touch:min-h-11',
  m: 'min-h-[2.75rem] rounded-field px-4 text-m',
  l: 'min-h-[3.375rem] rounded-[14px] px-5 text-l',
}

/** Class names of a button, for another element that looks like one, such as a <summary> or a plain link. */
export function buttonClass({ tone = 'plain', size = 'm', full = false }: ButtonLook = {}): string {
  return cx(
    'inline-flex max-w-full shrink-0 items-center justify-center gap-2 border py-1 text-center font-semibold no-underline transition-colors duration-150',
    'disabled:cursor-not-allowed disabled:opacity-50 aria-busy:cursor-progress',
    buttonToneClasses[tone],
    buttonSizeClasses[size],
    full && 'w-full',
  )
}

/** A button. While its call is in flight, `busy` dims it; the label stays, so that the layout doesn't shift. */
export function Button({
  tone,
  size,
  full,
  busy,
  className,
  type = 'button',
  ...rest
}: ButtonLook & { readonly busy?: boolean } & ComponentProps<'button'>) {
  return (
    <button
      type={type}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      className={cx(buttonClass({ tone, size, full }), busy && 'opacity-60', className)}
      {...rest}
    />
  )
}
