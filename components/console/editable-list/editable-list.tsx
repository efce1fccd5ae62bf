'use client'

import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { KeyCap } from '../../ui/key-cap.tsx'
import { listKeys } from '../key-help.tsx'
import { ListLayout } from '../list-layout.tsx'
import { type ListPlace, type ListState, listHref } from '../list-state.ts'
import { SearchBox } from '../search-box.tsx'
import { useConsoleCall } from '../use-console-call.ts'
import { useListKeys } from '../use-list-keys.ts'
import { useSelection } from '../use-selection.ts'
import { type EditableRow, type ListDeclaration, moved } from './list-declaration.ts'
import { NewRow } from './new-row.tsx'
import { RowDetail } from './row-detail.tsx'

/** What a room gives its desk. */
export interface EditableListProps<Row extends EditableRow> {
  /** In the order in which the shop shows them. */
  readonly rows: readonly Row[]
  readonly total: number
  readonly state: ListState
  readonly mayAct: boolean
}

/** A small list with the chosen row as a form beside it. */
export function EditableList<Row extends EditableRow>({
  list,
  search,
  rows,
  total,
  state,
  mayAct,
}: EditableListProps<Row> & { readonly list: ListDeclaration<Row>; readonly search: string }) {
  const place: ListPlace = { path: list.path, statuses: [], preset: undefined }
  const [dialog, setDialog] = useState<'new' | null>(null)
  const { run } = useConsoleCall()
  const ids = rows.map(({ id }) => id)
  const selection = useSelection(rows, state.chosen)
  const add = () => mayAct && setDialog('new')
  useListKeys(selection, { n: add }, dialog !== null)
  const keys = listKeys(mayAct ? [{ keys: ['N'], does: `새 ${list.noun}`, short: true }] : [])
  // An order is one of all rows: what a search leaves out can't be placed.
  const move =
    list.arranged && ids.length === total && selection.chosen !== null
      ? (by: 1 | -1) =>
          run({
            method: 'PUT',
            path: `/api${list.path}/order`,
            body: { ids: moved(ids, selection.chosen ?? 0, by) },
            done: '순서를 바꿨어요.',
          })
      : undefined
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <SearchBox label={search} place={place} state={state} />
        {mayAct && (
          <Button tone="main" size="s" onClick={add} aria-keyshortcuts="n" className="ml-auto">
            <Plus size={18} aria-hidden="true" /> 새 {list.noun} <KeyCap name="N" onMain />
          </Button>
        )}
      </div>
      <ListLayout
        selection={selection}
        caption={list.noun}
        columns={list.columns((id) => listHref(place, { ...state, chosen: id }))}
        empty={<NoRows list={list} state={state} />}
        titleOf={list.titleOf}
        none={`고른 ${list.noun} 없음`}
        keys={keys}
      >
        {(row) =>
          mayAct ? (
            <RowDetail key={row.id} list={list} row={row} move={move} onRemoved={selection.closeDetail} />
          ) : (
            list.preview?.(row as never)
          )
        }
      </ListLayout>
      {dialog === 'new' && (
        <NewRow
          list={list}
          position={list.arranged ? (rows.at(-1)?.position ?? 0) + 1 : undefined}
          onMade={(id) => {
            setDialog(null)
            selection.choose(id)
          }}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  )
}

function NoRows({
  list,
  state,
}: {
  readonly list: Pick<ListDeclaration<never>, 'noun' | 'emptyHint'>
  readonly state: ListState
}) {
  if (state.q) return <EmptyState title="찾는 것이 없어요." hint="검색어를 줄여 보세요." />
  return <EmptyState title={`아직 ${list.noun} 목록이 비어 있어요.`} hint={list.emptyHint} />
}
