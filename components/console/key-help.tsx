'use client'

import { Dialog } from '../ui/dialog.tsx'
import { KeyCap } from '../ui/key-cap.tsx'

export interface KeyLine {
  readonly keys: readonly string[]
  readonly does: string
  /** Shown under the table too, not only in the help. */
  readonly short?: boolean
}

const move: KeyLine = { keys: ['J', 'K'], does: '이동', short: true }
const detail: KeyLine = { keys: ['Enter'], does: '자세히', short: true }
const search: KeyLine = { keys: ['/'], does: '검색' }
const help: KeyLine = { keys: ['?'], does: '도움말', short: true }

/** The keys of a console list, with those of its own in the middle. */
export const listKeys = (own: readonly KeyLine[]): readonly KeyLine[] => [move, detail, ...own, search, help]

function Keys({ keys }: Pick<KeyLine, 'keys'>) {
  return (
    <span className="inline-flex gap-1">
      {keys.map((key) => (
        <KeyCap key={key} name={key} />
      ))}
    </span>
  )
}

/** The keys that work here, under the table; nothing where there is no keyboard to speak of. */
export function KeyRow({ lines }: { readonly lines: readonly KeyLine[] }) {
  return (
    <p className="hidden flex-wrap gap-3.5 text-s text-ink-3 console:flex">
      {lines
        .filter((line) => line.short)
        .map((line) => (
          <span key={line.does} className="inline-flex items-center gap-1">
            <Keys keys={line.keys} /> {line.does}
          </span>
        ))}
    </p>
  )
}

export function KeyHelp({ lines, onClose }: { readonly lines: readonly KeyLine[]; readonly onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="키보드 도움말">
      <dl className="grid grid-cols-[112px_1fr] items-center gap-y-3">
        {lines.map((line) => (
          <div key={line.does} className="contents">
            <dt>
              <Keys keys={line.keys} />
            </dt>
            <dd className="text-ink-2">{line.does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
