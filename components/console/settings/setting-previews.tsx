import type { CSSProperties, ReactNode } from 'react'
import { quickAddLabel } from '#lib/money/korean-units.ts'
import type { Settings } from '#lib/settings/schema.ts'
import { tossLink } from '../../charges/toss-link.ts'
import { Footer } from '../../chrome/footer.tsx'
import { OrderingStatusBanner } from '../../orders/ordering-status-banner.tsx'
import { Badge } from '../../ui/badge.tsx'
import { chipClass, chipOffClass } from '../../ui/choice.tsx'
import {
  contrastRatio,
  darkBackgrounds,
  darkThemeColours,
  defaultMainColour,
  lightBackgrounds,
  lightThemeColours,
  parseHex,
  type ThemeColours,
} from '../../ui/theme-colour.ts'

function FooterPreview({ site }: { readonly site: Settings }) {
  return (
    <div className="-mx-4 [&_footer]:flex! [&_footer]:flex-col! [&_footer]:pb-2! [&_p]:ml-0!">
      <Footer settings={site} />
    </div>
  )
}

const themes = [
  { name: '밝은 화면', coloursOf: lightThemeColours, card: lightBackgrounds.card },
  { name: '어두운 화면', coloursOf: darkThemeColours, card: darkBackgrounds.card },
]

/** Contrast of two colours as '8.6:1'; empty if one of them is invalid. */
function contrastText(one: string, other: string): string {
  const [a, b] = [parseHex(one), parseHex(other)]
  return a && b ? `${contrastRatio(a, b).toFixed(1)}:1` : ''
}

function ThemeSwatch({
  name,
  colours,
  card,
}: {
  readonly name: string
  readonly colours: ThemeColours
  readonly card: string
}) {
  const ink = { color: colours.mainText } as CSSProperties
  return (
    <div className="grid gap-2 rounded-tile p-3" style={{ background: card }}>
      <span className="flex items-center justify-between gap-2 text-s font-semibold" style={ink}>
        {name}
        <span>링크 글자</span>
      </span>
      <span
        className="flex min-h-11 items-center justify-center rounded-field text-s font-semibold"
        style={{ background: colours.main, color: colours.onMain }}
      >
        주문하기 · 글자 대비 {contrastText(colours.main, colours.onMain)}
      </span>
    </div>
  )
}

function ColourPreview({ site }: { readonly site: Settings }) {
  const main = parseHex(site.SITE_MAIN_COLOR) ?? parseHex(defaultMainColour)
  return (
    <>
      {main &&
        themes.map(({ name, coloursOf, card }) => (
          <ThemeSwatch key={name} name={name} colours={coloursOf(main)} card={card} />
        ))}
      <p className="justify-self-end rounded-full bg-ink px-3.5 py-3 text-s font-semibold text-card">
        {site.SITE_KAKAO_CHANNEL_LINK ? site.SITE_KAKAO_TEXT || '상담하기' : '상담 버튼 없음'}
      </p>
    </>
  )
}

function BankPreview({ site }: { readonly site: Settings }) {
  const { BANKING_BANKING_CODE: bankingCode, BANKING_ACCOUNT_NUMBER: accountNumber } = site
  const link = tossLink({ bankingCode, accountNumber, amount: 10_000 })
  return (
    <div className="grid gap-1 rounded-tile bg-card p-4 text-s">
      <p className="text-ink-2">{site.BANKING_DISPLAY_TEXT || '안내 문장 없음'}</p>
      <p className="text-ink-3">{`${site.BANKING_NAME} 계좌번호`.trim()}</p>
      <p className="text-m font-semibold tabular-nums">{accountNumber || '계좌번호 없음'}</p>
      <p className="pt-1">
        {site.ENABLE_TOSS_PAYMENT && link ? (
          <Badge tone="good">토스로 {decodeURIComponent(/bank=([^&]*)/.exec(link)?.[1] ?? '')}은행 송금</Badge>
        ) : (
          <Badge>{site.ENABLE_TOSS_PAYMENT ? '토스가 모르는 은행 코드' : '토스 송금 꺼짐'}</Badge>
        )}
      </p>
    </div>
  )
}

function ButtonsPreview({ site }: { readonly site: Settings }) {
  return (
    <div className="flex flex-wrap gap-1.5 rounded-tile bg-card p-4">
      {site.POINT_CHARGE_BUTTON_OPTIONS.map((amount) => (
        <span key={amount} className={`${chipClass} ${chipOffClass}`}>
          {quickAddLabel(amount)}
        </span>
      ))}
      {site.POINT_CHARGE_BUTTON_OPTIONS.length === 0 && <span className="text-s text-ink-3">금액 버튼 없음</span>}
    </div>
  )
}

interface PreviewProps {
  /** The settings, including the valid changes in the form that are not saved yet. */
  readonly site: Settings
  /** The server's time, in milliseconds. */
  readonly now: number
}

/** Previews of groups of settings, by the title of the group. */
const previews: Readonly<Record<string, (props: PreviewProps) => ReactNode>> = {
  '상점 정보': FooterPreview,
  '색과 상담': ColourPreview,
  '입금 계좌': BankPreview,
  '충전과 포인트': ButtonsPreview,
  '주문과 화면': ({ site, now }) => (
    <div className="rounded-tile bg-card p-4">
      <OrderingStatusBanner isOrderingPaused={site.ENABLE_SERVICE_CHECK} now={now} />
    </div>
  ),
}

/**
 * Preview of the part of the shop that a group of settings affects. Renders nothing for a group without a preview. The
 * preview is inert: nothing in it can be pressed.
 */
export function SettingsPreview({ group, ...props }: PreviewProps & { readonly group: string }) {
  const GroupPreview = previews[group]
  if (!GroupPreview) return null
  return (
    <figure className="grid content-start gap-2 self-start rounded-tile bg-page p-4 split:sticky split:top-6">
      <figcaption className="text-s font-semibold text-ink-2">미리보기</figcaption>
      <div inert className="grid min-w-0 gap-3">
        <GroupPreview {...props} />
      </div>
    </figure>
  )
}
