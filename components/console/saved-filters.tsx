'use client'

import { Bookmark, X } from 'lucide'
import { useSearchParams } from 'next/navigation'
import { createContext, type ReactNode, useContext, useState } from 'react'
import { firstIssue } from '#lib/core/form-errors.ts'
import { savedFilterRules } from '#lib/staff/errors.ts'
import { MAX_FILTER_NAME_LENGTH } from '#lib/staff/rules.ts'
import type { SavedFilter } from '#lib/staff/schema.ts'
import { Button } from '../ui/button.tsx'
import { ChipLinks } from '../ui/chip-links.tsx'
import { chipClass } from '../ui/choice.tsx'
import { cx } from '../ui/class-names.ts'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { textOf, useForm } from '../ui/use-form.ts'
import { useToday } from '../ui/use-now.ts'
import { fromSavedQuery, toSavedQuery } from './saved-query.ts'
import { useConsoleCall } from './use-console-call.ts'

const SavedFiltersContext = createContext<readonly SavedFilter[]>([])

/**
 * Provides the saved filters of the signed-in staff member to the lists. The layout loads the filters of all pages at
 * once.
 */
export function SavedFiltersProvider({
  filters,
  children,
}: {
  readonly filters: readonly SavedFilter[]
  readonly children: ReactNode
}) {
  return <SavedFiltersContext value={filters}>{children}</SavedFiltersContext>
}

/**
 * Links to the viewer's saved filters of this page, and a button that opens a dialog to save the current filters or to
 * delete saved ones. Renders nothing if no filter is saved or set. `loadedOn` is the day in Seoul on which the server
 * rendered the list, if the list can be limited to a range of days.
 */
export function SavedFilters({ page, loadedOn }: { readonly page: string; readonly loadedOn: string | undefined }) {
  const [open, setOpen] = useState(false)
  const currentDay = useToday(loadedOn ?? '')
  const today = loadedOn && currentDay
  const pageFilters = useContext(SavedFiltersContext).filter((filter) => filter.page === page)
  const query = toSavedQuery(useSearchParams().toString(), today)
  if (pageFilters.length === 0 && query === '') return null
  const links = pageFilters.map((filter) => ({
    href: page + fromSavedQuery(filter.query, today),
    label: filter.name,
    current: toSavedQuery(fromSavedQuery(filter.query, today), today) === query,
  }))
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {links.length > 0 && <ChipLinks label="저장한 보기" links={links} />}
      <button type="button" onClick={() => setOpen(true)} className={cx(chipClass, 'text-ink-3 hover:bg-line')}>
        <Icon shape={Bookmark} size={18} />
        보기 저장
      </button>
      {open && <FilterDialog page={page} query={query} pageFilters={pageFilters} onClose={() => setOpen(false)} />}
    </div>
  )
}

interface FilterDialogProps {
  readonly page: string
  readonly query: string
  readonly pageFilters: readonly SavedFilter[]
  readonly onClose: () => void
}

function FilterDialog({ page, query, pageFilters, onClose }: FilterDialogProps) {
  const { busy, run } = useConsoleCall()
  const { errorOf, formProps } = useForm(async (data) => {
    const body = { page, name: textOf(data, 'name').trim(), query }
    const issue = firstIssue(savedFilterRules(body))
    if (issue) return { ...issue, path: 'name' }
    const answer = await run({ method: 'POST', path: '/api/admin/saved-filters', body, done: '보기를 저장했어요.' })
    if (answer?.ok) onClose()
    return null
  })
  const remove = ({ id }: SavedFilter) =>
    run({ method: 'DELETE', path: `/api/admin/saved-filters/${id}`, done: '보기를 지웠어요.' })
  return (
    <Dialog open onClose={onClose} title="보기 저장">
      <form {...formProps} data-covers className="grid gap-4">
        <TextField
          label="이름"
          name="name"
          maxLength={MAX_FILTER_NAME_LENGTH}
          autoComplete="off"
          hint="지금 보이는 필터와 검색어를 이 이름으로 불러올 수 있어요."
          error={errorOf('name')}
        />
        <Button type="submit" tone="main" busy={busy} className="justify-self-end">
          저장
        </Button>
      </form>
      {pageFilters.length > 0 && (
        <section aria-label="저장한 보기" className="grid gap-1 border-t border-line pt-4">
          <h3 className="text-s font-semibold text-ink-2">저장한 보기</h3>
          <ul>
            {pageFilters.map((filter) => (
              <li key={filter.id} className="flex min-h-11 items-center justify-between gap-2">
                <span className="min-w-0 wrap-anywhere">{filter.name}</span>
                <IconButton label={`${filter.name} 지우기`} onClick={() => remove(filter)}>
                  <Icon shape={X} size={18} />
                </IconButton>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Dialog>
  )
}
