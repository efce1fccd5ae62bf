import { cx } from './class-names.ts'

/**
 * Label of a shortcut key; hidden on touch screens, where shortcuts can't be used. `onMain` is for a label inside a
 * main button.
 */
export function KeyCap({ name, onMain = false }: { readonly name: string; readonly onMain?: boolean }) {
  return (
    <kbd
      className={cx(
        'touch:hidden rounded-badge border border-b-2 px-[5px] py-[3px] font-mono text-s leading-none font-semibold',
        onMain ? 'border-current opacity-75' : 'border-line bg-card text-ink-3',
      )}
    >
      {name}
    </kbd>
  )
}
