/** Picks a row for an act on several, by hand or by its key. */
export function PickBox({
  label,
  checked,
  onToggle,
}: {
  readonly label: string
  readonly checked: boolean
  readonly onToggle: () => void
}) {
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={checked}
      onChange={onToggle}
      className="relative block size-[18px] max-wide:ml-auto shrink-0 accent-main after:absolute after:-inset-3"
    />
  )
}
