import { Download } from 'lucide-react'
import { buttonClass } from '../ui/button.tsx'
import { hrefOf, type Query } from '../ui/href.ts'
import type { ListPlace, ListState, ListStatus } from './list-state.ts'

type ExportLinkProps = {
  /** The list's call; its file is beside it. */
  readonly call: string
} & (
  | { readonly place: ListPlace<ListStatus>; readonly state: ListState<ListStatus> }
  /** The filters as the call takes them, where they aren't those of the list's address. */
  | { readonly query: Query }
)

function queryOf(props: ExportLinkProps): Query {
  if ('query' in props) return props.query
  const { place, state } = props
  return { status: state.status, ...(place.filter && { [place.filter.name]: state.filter }), q: state.q }
}

/** The list as it is filtered, all of it, as a file for Excel. */
export function ExportLink(props: ExportLinkProps) {
  return (
    <a href={hrefOf(`${props.call}/export`, queryOf(props))} download className={buttonClass({ size: 's' })}>
      <Download size={18} aria-hidden="true" /> CSV 내보내기
    </a>
  )
}
