/** The first focusable element of a page: skips the menu and goes to the main content. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="fixed top-2 left-2 z-50 -translate-y-20 rounded-field bg-ink px-4 py-2.5 font-semibold text-card focus:translate-y-0 print:hidden"
    >
      본문으로 건너뛰기
    </a>
  )
}
