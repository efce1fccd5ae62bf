'use client'

import { useId, useRef } from 'react'
import type { CodeSample } from '#lib/reseller/documentation/blocks.ts'
import { cx } from '../ui/class-names.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { useCodeWithApiKey } from './example-keys.ts'
import { chooseCodeLanguage, codeLanguages, useCodeLanguage } from './language-store.ts'

/** Number of tabs by which an arrow key moves. */
const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 }

interface ExampleTabsProps {
  readonly title: string
  readonly samples: readonly CodeSample[]
  /** Whether the examples always contain a test key. */
  readonly test?: boolean | undefined
}

/**
 * One API request in several programming languages. The selected language applies to all examples and is remembered.
 */
export function ExampleTabs({ title, samples, test }: ExampleTabsProps) {
  const id = useId()
  const tabs = useRef<HTMLDivElement>(null)
  const language = useCodeLanguage()
  const at = Math.max(
    0,
    samples.findIndex((sample) => sample.language === language),
  )
  const { shown, copied } = useCodeWithApiKey(samples[at]?.code ?? '', test)
  const moveTo = (next: number) => {
    const sample = samples[(next + samples.length) % samples.length]
    if (!sample) return
    chooseCodeLanguage(sample.language)
    tabs.current?.querySelectorAll('button')[(next + samples.length) % samples.length]?.focus()
  }
  return (
    <figure className="grid min-w-0 grid-cols-1 overflow-hidden rounded-tile border border-line">
      <figcaption className="flex items-center gap-2 bg-sunken pr-1 pl-2">
        <span className="sr-only">{title}</span>
        <div
          ref={tabs}
          role="tablist"
          aria-label={`${title} 언어`}
          className="flex min-w-0 flex-1 gap-0.5 overflow-x-auto py-1"
          onKeyDown={(event) => {
            const next = { Home: 0, End: samples.length - 1 }[event.key] ?? at + (steps[event.key] ?? Number.NaN)
            if (Number.isNaN(next)) return
            // By default Home and End would scroll the page away from the example.
            event.preventDefault()
            moveTo(next)
          }}
        >
          {samples.map((sample, index) => (
            <button
              key={sample.language}
              type="button"
              role="tab"
              id={`${id}-${sample.language}`}
              aria-selected={index === at}
              aria-controls={`${id}-code`}
              tabIndex={index === at ? 0 : -1}
              onClick={() => chooseCodeLanguage(sample.language)}
              className={cx(
                'min-h-9 rounded-badge px-2 text-s font-semibold whitespace-nowrap outline-offset-[-3px] wide:px-2.5 touch:min-h-11',
                index === at ? 'bg-card text-ink' : 'text-ink-3 hover:text-ink',
              )}
            >
              {codeLanguages.find(({ name }) => name === sample.language)?.label}
            </button>
          ))}
        </div>
        <CopyButton text={copied} label={`${title} 복사`} iconOnly />
      </figcaption>
      <div role="tabpanel" id={`${id}-code`} aria-labelledby={`${id}-${samples[at]?.language}`}>
        <pre className="px-4 py-3 font-mono text-s break-all whitespace-pre-wrap">{shown}</pre>
      </div>
    </figure>
  )
}
