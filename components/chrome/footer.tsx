import Link from 'next/link'
import { apiItem } from './menu.ts'
import type { ChromeSettings } from './viewer.ts'

interface FooterProps {
  readonly settings: ChromeSettings
  /**
   * Whether a member is signed in. If so, the API link leads to the member's API page, as in the menu; otherwise to
   * /docs.
   */
  readonly isMember?: boolean
}

/** Business details of the shop's operator and links to the legal texts (docs/product.md#footer). */
export function Footer({ settings, isMember = false }: FooterProps) {
  const facts = [
    settings.FOOTER_COMPANY,
    settings.FOOTER_CEO && `대표 ${settings.FOOTER_CEO}`,
    settings.FOOTER_CORPORATION_MARKET_NUMBER && `통신판매업신고 ${settings.FOOTER_CORPORATION_MARKET_NUMBER}`,
    settings.FOOTER_CEO_PHONE_NUMBER,
    settings.FOOTER_ADDRESS,
    settings.FOOTER_CORPORATION_NUMBER && `사업자등록번호 ${settings.FOOTER_CORPORATION_NUMBER}`,
  ]
  return (
    <footer className="mx-auto grid w-full max-w-shop gap-2 px-4 pt-2 pb-[calc(40px+var(--dock)+var(--chat))] text-s text-ink-3 wide:px-6 split:flex split:items-baseline split:gap-6">
      <p className="min-w-0 overflow-x-clip">
        {/* Each separator is in the indent to the left of its fact. At the start of a line the indent is outside the
            clipped box, so that no line starts or ends with a separator. The padding keeps the further lines of a long
            fact inside the box. */}
        <span className="-ml-3 block">
          {facts.filter(Boolean).map((fact, at) => (
            <span key={fact} className="inline-block pl-3 -indent-3 first:indent-0">
              {at > 0 && <span className="inline-block w-3 text-center indent-0 whitespace-pre"> · </span>}
              {fact}
            </span>
          ))}
        </span>
      </p>
      <p className="flex shrink-0 flex-wrap gap-x-4 whitespace-nowrap split:ml-auto">
        <a
          href="/terms/privacy"
          target="_blank"
          rel="noopener"
          className="py-2 font-semibold text-ink-2 hover:underline"
        >
          개인정보 처리방침
        </a>
        <a href="/terms/service" target="_blank" rel="noopener" className="py-2 text-ink-2 hover:underline">
          이용약관
        </a>
        {/* On a narrow phone, breaks the line after the legal texts, so that the second line has more than one
            link. */}
        <span aria-hidden="true" className="basis-full min-[25rem]:hidden" />
        <a href="/questions" className="py-2 text-ink-2 hover:underline">
          1:1 문의
        </a>
        <a href="/changes" className="py-2 text-ink-2 hover:underline">
          변경 안내
        </a>
        <a href="/guarantees" className="py-2 text-ink-2 hover:underline">
          약속과 검증
        </a>
        <Link href={isMember ? apiItem.href : '/docs'} prefetch={false} className="py-2 text-ink-2 hover:underline">
          {isMember ? apiItem.label : 'API 문서'}
        </Link>
      </p>
    </footer>
  )
}
