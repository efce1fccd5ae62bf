'use client'

import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { KeyCap } from '../../ui/key-cap.tsx'
import { DeskLayout } from '../desk-layout.tsx'
import { listKeys } from '../key-help.tsx'
import { type ListPlace, type ListState, listHref } from '../list-state.ts'
import { SearchBox } from '../search-box.tsx'
import { useConsoleCall } from '../use-console-call.ts'
import { useDesk } from '../use-desk.ts'
import { useDeskKeys } from '../use-desk-keys.ts'
import { type KeptList, type KeptRow, moved } from './kept-list.ts'
import { KeptStory } from './kept-story.tsx'
import { NewKept } from './new-kept.tsx'

/** What a room gives its desk. */
export interface KeptRows<Row extends KeptRow> {
  /** In the order in which the shop shows them. */
  readonly rows: readonly Row[]
  readonly total: number
  readonly state: ListState
  readonly mayAct: boolean
}

/** A small list with the chosen row as a form beside it. */
export function KeptDesk<Row extends KeptRow>({
  list,
  search,
  rows,
  total,
  state,
  mayAct,
}: KeptRows<Row> & { readonly list: KeptList<Row>; readonly search: string }) {
  const place: ListPlace = { path: list.path, statuses: [], preset: undefined }
  const [dialog, setDialog] = useState<'new' | null>(null)
  const { run } = useConsoleCall()
  const ids = rows.map(({ id }) => id)
  const desk = useDesk(rows, state.chosen)
  const add = () => mayAct && setDialog('new')
  useDeskKeys(desk, { n: add }, dialog !== null)
  const keys = listKeys(mayAct ? [{ keys: ['N'], does: `새 ${list.noun}`, short: true }] : [])
  // An order is one of all rows: what a search leaves out can't be placed.
  const move =
    list.arranged && ids.length === total && desk.chosen !== null
      ? (by: 1 | -1) =>
          run({
            method: 'PUT',
            path: `/api${list.path}/order`,
            body: { ids: moved(ids, desk.chosen ?? 0, by) },
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
      <DeskLayout
        desk={desk}
        caption={list.noun}
        columns={list.columns((id) => listHref(place, { ...state, chosen: id }))}
        empty={<NoRows list={list} state={state} />}
        titleOf={list.titleOf}
        none={`고른 ${list.noun} 없음`}
        keys={keys}
      >
        {(row) =>
          mayAct ? (
            <KeptStory key={row.id} list={list} row={row} move={move} onRemoved={desk.closeStory} />
          ) : (
            list.preview?.(row as never)
          )
        }
      </DeskLayout>
      {dialog === 'new' && (
        <NewKept
          list={list}
          position={list.arranged ? (rows.at(-1)?.position ?? 0) + 1 : undefined}
          onMade={(id) => {
            setDialog(null)
            desk.choose(id)
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
  readonly list: Pick<KeptList<never>, 'noun' | 'emptyHint'>
  readonly state: ListState
}) {
  if (state.q) return <EmptyState title="찾는 것이 없어요." hint="검색어를 줄여 보세요." />
  return <EmptyState title={`아직 ${list.noun} 목록이 비어 있어요.`} hint={list.emptyHint} />
}
