'use client'

import { createContext, type ReactNode, useContext } from 'react'
import { seoulTime } from '../ui/seoul-time.ts'
import { dayTimeText, shortTimeText } from './format.ts'

/** Values of a list page that cells of its table read from a React context. */
interface RowValues {
  /** The server's time, in milliseconds. */
  readonly now: number
  /** URL of this list page with the row `id` selected. */
  readonly hrefOf: (id: number) => string
}

/** The server's time and the URLs of rows, for the cells of a list page's table. */
export const RowValuesContext = createContext<RowValues>({ now: 0, hrefOf: () => '' })

/** Link with the name of a row; it selects the row. It also works without scripts, and can be reached with Tab. */
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

interface RowTimeProps {
  readonly at: string | null
  /** Shown if `at` is null. */
  readonly none?: ReactNode
  /** Whether times of today are shown with their date too. */
  readonly dated?: boolean
}

/** A time in a list, shortened; hovering shows it in full. */
export function RowTime({ at, none, dated = false }: RowTimeProps) {
  const { now } = useContext(RowValuesContext)
  if (!at) return none
  return <time title={seoulTime(at)}>{dated ? dayTimeText(at) : shortTimeText(at, now)}</time>
}
