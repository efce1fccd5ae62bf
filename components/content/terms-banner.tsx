import { announcedTerms, sinceText } from './terms-versions.ts'

/** Announces a legal text that is about to change (spec 1); nothing at all other times. `now` in milliseconds. */
export function TermsBanner({ now }: { readonly now: number }) {
  return announcedTerms(now).map(({ path, name, since }) => (
    <aside
      key={path}
      aria-label={`${name} 변경 안내`}
      className="rounded-tile bg-main-soft px-4 py-3 text-s text-ink-2"
    >
      {sinceText(since)}부터 {name}이 바뀌어요.{' '}
      <a href={path} target="_blank" rel="noopener" className="font-semibold text-main-text">
        바뀌는 내용 보기
      </a>
    </aside>
  ))
}
