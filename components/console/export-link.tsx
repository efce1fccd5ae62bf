import { Download } from 'lucide-react'
import { buttonClass } from '../ui/button.tsx'
import { hrefOf } from '../ui/href.ts'
import type { ListPlace, ListState, ListStatus } from './list-state.ts'

interface ExportLinkProps {
  /** The list's call; its file is beside it. */
  readonly call: string
  readonly place: ListPlace<ListStatus>
  readonly state: ListState<ListStatus>
}

/** The list as it is filtered, all of it, as a file for Excel. */
export function ExportLink({ call, place, state: { status, filter, q } }: ExportLinkProps) {
  const second = place.filter && { [place.filter.name]: filter }
  return (
    <a href={hrefOf(`${call}/export`, { status, ...second, q })} download className={buttonClass({ size: 's' })}>
      <Download size={18} aria-hidden="true" /> CSV 내보내기
    </a>
  )
}
