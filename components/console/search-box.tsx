'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, useTransition } from 'react'
import { TextField } from '../ui/field.tsx'
import { SelectField } from '../ui/select.tsx'
import { type ListState, type ListStatus, type ListUrl, listHref } from './list-state.ts'

/** The search field above the page's list; null if the page has none. */
export const findSearchField = () => document.querySelector<HTMLInputElement>('search input[type="search"]')

/** Focuses the search field of the page, for the / key. */
export const focusSearch = () => findSearchField()?.focus()

/** Search field above a list; the search text is stored in the URL. */
export function SearchBox({
  label,
  listUrl,
  state,
}: {
  readonly label: string
  readonly listUrl: ListUrl<ListStatus>
  readonly state: ListState<ListStatus>
}) {
  const router = useRouter()
  const [busy, startNavigation] = useTransition()
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const q = String(new FormData(event.currentTarget).get('q') ?? '').trim()
    startNavigation(() => router.push(listHref(listUrl, { ...state, cursor: undefined, chosen: undefined, q })))
  }
  return (
    <search className="w-full max-w-[360px]">
      <form action={listUrl.path} onSubmit={search} data-busy={busy || undefined}>
        <TextField
          label={label}
          labelHidden
          placeholder={label}
          type="search"
          name="q"
          key={state.q}
          defaultValue={state.q}
          maxLength={200}
          autoComplete="off"
          enterKeyHint="search"
          className="h-[2.375rem] bg-card! px-3 touch:h-[2.75rem]"
        />
        {state.status !== listUrl.defaultStatus && <input type="hidden" name="status" value={state.status ?? 'all'} />}
        {Object.entries({ ...state.numbers, from: state.from, to: state.to, sort: state.sort }).map(
          ([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
        )}
        {listUrl.filter && state.filter && <input type="hidden" name={listUrl.filter.name} value={state.filter} />}
      </form>
    </search>
  )
}

interface FilterOption {
  readonly href: string
  readonly label: string
  readonly current: boolean
}

/** A filter with many values as a select; the selected value is stored in the URL. */
export function SelectFilter({
  label,
  options,
}: {
  readonly label: string
  readonly options: readonly FilterOption[]
}) {
  const router = useRouter()
  const [busy, startNavigation] = useTransition()
  return (
    <span data-busy={busy || undefined} className="w-[168px] max-wide:w-auto max-wide:flex-1 max-wide:basis-[140px]">
      <SelectField
        label={label}
        labelHidden
        dense
        options={options.map((option) => ({ value: option.href, label: option.label }))}
        value={options.find((option) => option.current)?.href}
        onChange={(event) => {
          const { value } = event.target
          startNavigation(() => router.push(value, { scroll: false }))
        }}
      />
    </span>
  )
}
