/** The first stop of the Tab key: past the menu, to what the screen is for. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="fixed top-2 left-2 z-50 -translate-y-20 rounded-field bg-ink px-4 py-2.5 font-semibold text-card focus:translate-y-0"
    >
      본문으로 건너뛰기
    </a>
  )
}
