'use client'

import { useRouter } from 'next/navigation'
import { useTransition } from 'react'
import { SelectField } from '../ui/select.tsx'

export interface FilterOption {
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
  const [busy, start] = useTransition()
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
          start(() => router.push(value, { scroll: false }))
        }}
      />
    </span>
  )
}
