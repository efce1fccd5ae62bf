import { ChevronDown } from 'lucide'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

export interface AccordionItem {
  readonly id: string | number
  readonly title: ReactNode
  readonly body: ReactNode
}

/**
 * A list of titles with texts, such as questions and answers. Only one is open at a time: <details> elements with the
 * same `name` close each other without a script.
 */
export function Accordion({ name, items }: { readonly name: string; readonly items: readonly AccordionItem[] }) {
  return (
    <div className="overflow-hidden rounded-card bg-card">
      {items.map((item) => (
        <details key={item.id} name={name} className="group border-t border-line first:border-t-0">
          <summary className="flex min-h-14 list-none items-center gap-4 px-4 py-3 font-semibold -outline-offset-3 hover:bg-sunken wide:px-6 [&::-webkit-details-marker]:hidden">
            <span className="flex-1">{item.title}</span>
            <Icon
              shape={ChevronDown}
              size={20}
              className="text-ink-3 transition-transform duration-150 group-open:rotate-180"
            />
          </summary>
          <div className="px-4 pt-1 pb-5 whitespace-pre-line text-ink-2 wide:px-6">{item.body}</div>
        </details>
      ))}
    </div>
  )
}
