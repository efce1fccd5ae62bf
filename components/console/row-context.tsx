'use client'

import { createContext, type ReactNode, useContext } from 'react'
import { seoulTime } from '../ui/seoul-time.ts'
import { shortMoment } from './format.ts'

/** Values of a list page that the cells of its table use. */
interface RowContext {
  /** The server's time, in milliseconds. */
  readonly now: number
  readonly hrefOf: (id: number) => string
}

export const RowValuesContext = createContext<RowContext>({ now: 0, hrefOf: () => '' })

/**
 * The link that contains the name of a row and selects the row. It works without scripts, and the Tab key stops at it.
 */
export function RowLink({ id, children }: { readonly id: number; readonly children: ReactNode }) {
  return (
    <a
      href={useContext(RowValuesContext).hrefOf(id)}
      data-choose
      className="text-ink no-underline outline-none after:pointer-events-none after:absolute after:inset-0 focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-main-text"
    >
      {children}
    </a>
  )
}

/** A time in a list, shortened, and in full on hover; `none` is shown if `at` is null. */
export function RowTime({ at, none }: { readonly at: string | null; readonly none?: ReactNode }) {
  const { now } = useContext(RowValuesContext)
  return at ? <time title={seoulTime(at)}>{shortMoment(at, now)}</time> : none
}
