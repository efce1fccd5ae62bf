'use client'

import { useState } from 'react'
import type { TermsKind } from '#lib/content/rules.ts'
import type { TermsRow } from '#lib/content/schema.ts'
import type { LegalSettings } from '../../content/contact-facts.tsx'
import { termsNames } from '../../content/terms-versions.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { listKeys } from '../key-help.tsx'
import { ListLayout } from '../list-layout.tsx'
import { type ListPlace, type ListState, listHref } from '../list-state.ts'
import { SearchBox } from '../search-box.tsx'
import { useListKeys } from '../use-list-keys.ts'
import { useSelection } from '../use-selection.ts'
import { termsColumns, termsTitle } from './terms-columns.tsx'
import { TermsDetail } from './terms-detail.tsx'
import { TermsEditor } from './terms-editor.tsx'

interface TermsListProps {
  /** The newest first. */
  readonly rows: readonly TermsRow[]
  /** The texts that hold. */
  readonly bodies: Readonly<Record<TermsKind, string>>
  readonly settings: LegalSettings
  /** The server's time, in milliseconds. */
  readonly now: number
  readonly state: ListState
  readonly mayAct: boolean
}

const place: ListPlace = { path: '/admin/terms', statuses: [], preset: undefined }
const kinds: readonly TermsKind[] = ['service', 'privacy']
const keys = listKeys([])

type Editing = { readonly kind: TermsKind; readonly row: TermsRow | null }

/** The versions of both texts, the chosen one's story, and the editor in their place while one is written. */
export function TermsList({ rows, bodies, settings, now, state, mayAct }: TermsListProps) {
  const [editing, setEditing] = useState<Editing | null>(null)
  const selection = useSelection(rows, state.chosen)
  useListKeys(selection, {}, editing !== null)
  const saved = (id: number) => {
    setEditing(null)
    selection.choose(id)
  }
  const close = () => setEditing(null)
  if (editing)
    return (
      <TermsEditor {...editing} {...{ settings, now }} body={bodies[editing.kind]} onSaved={saved} onClose={close} />
    )
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <SearchBox label="내용" place={place} state={state} />
        {mayAct && (
          <span className="ml-auto flex flex-wrap gap-2">
            {kinds.map((kind) => (
              <Button key={kind} size="s" onClick={() => setEditing({ kind, row: null })}>
                새 {termsNames[kind]}
              </Button>
            ))}
          </span>
        )}
      </div>
      <ListLayout
        selection={selection}
        caption="약관"
        columns={termsColumns(now, (id) => listHref(place, { ...state, chosen: id }))}
        empty={<NoTerms searched={state.q !== ''} />}
        titleOf={termsTitle}
        none="고른 약관 없음"
        keys={keys}
      >
        {(row) => (
          <TermsDetail
            key={row.id}
            {...{ row, now, mayAct }}
            onEdit={() => setEditing({ kind: row.kind, row })}
            onRemoved={selection.closeDetail}
          />
        )}
      </ListLayout>
    </>
  )
}

function NoTerms({ searched }: { readonly searched: boolean }) {
  if (searched) return <EmptyState title="찾는 내용이 없어요." hint="검색어를 줄여 보세요." />
  return (
    <EmptyState
      title="아직 바꾼 약관이 없어요."
      hint="2021년 6월 20일의 글이 시행되고 있어요. 새 글은 그 글에서 시작해 고쳐 쓸 수 있어요."
    />
  )
}
