import type { CSSProperties, ReactNode } from 'react'
import { quickAddLabel } from '#lib/money/korean-units.ts'
import type { Settings } from '#lib/settings/schema.ts'
import { tossLink } from '../../charges/toss-link.ts'
import { Footer } from '../../chrome/footer.tsx'
import { StatusBanner } from '../../orders/status-banner.tsx'
import { Badge } from '../../ui/badge.tsx'
import { chipClass, chipOffClass } from '../../ui/choice.tsx'
import {
  contrast,
  darkColours,
  darkGrounds,
  defaultMain,
  lightColours,
  lightGrounds,
  parseHex,
  type ThemeColours,
} from '../../ui/theme-colour.ts'

/** Preview of a part of the shop; inert, so that nothing in it can be pressed. */
function Preview({ children }: { readonly children: ReactNode }) {
  return (
    <figure className="grid content-start gap-2 self-start rounded-tile bg-page p-4 split:sticky split:top-6">
      <figcaption className="text-s font-semibold text-ink-2">미리보기</figcaption>
      <div inert className="grid min-w-0 gap-3">
        {children}
      </div>
    </figure>
  )
}

function FooterPreview({ site }: { readonly site: Settings }) {
  return (
    <div className="-mx-4 [&_footer]:flex! [&_footer]:flex-col! [&_footer]:pb-2! [&_p]:ml-0!">
      <Footer settings={site} />
    </div>
  )
}

const themes = [
  { name: '밝은 화면', colours: lightColours, card: lightGrounds.card },
  { name: '어두운 화면', colours: darkColours, card: darkGrounds.card },
]

/** Contrast of two colours as '8.6:1'; empty if one of them is invalid. */
function ratioText(one: string, other: string): string {
  const [a, b] = [parseHex(one), parseHex(other)]
  return a && b ? `${contrast(a, b).toFixed(1)}:1` : ''
}

function Swatch({ name, look, card }: { readonly name: string; readonly look: ThemeColours; readonly card: string }) {
  const ink = { color: look.mainText } as CSSProperties
  return (
    <div className="grid gap-2 rounded-tile p-3" style={{ background: card }}>
      <span className="flex items-center justify-between gap-2 text-s font-semibold" style={ink}>
        {name}
        <span>링크 글자</span>
      </span>
      <span
        className="flex h-11 items-center justify-center rounded-field text-s font-semibold"
        style={{ background: look.main, color: look.onMain }}
      >
        주문하기 · 글자 대비 {ratioText(look.main, look.onMain)}
      </span>
    </div>
  )
}

function ColourPreview({ site }: { readonly site: Settings }) {
  const main = parseHex(site.SITE_MAIN_COLOR) ?? parseHex(defaultMain)
  return (
    <>
      {main &&
        themes.map(({ name, colours, card }) => <Swatch key={name} name={name} look={colours(main)} card={card} />)}
      <p className="justify-self-end rounded-full bg-ink px-3.5 py-3 text-s font-semibold text-card">
        {site.SITE_KAKAO_CHANNEL_LINK ? site.SITE_KAKAO_TEXT || '상담하기' : '상담 버튼 없음'}
      </p>
    </>
  )
}

function BankPreview({ site }: { readonly site: Settings }) {
  const transfer = {
    bankingCode: site.BANKING_BANKING_CODE,
    accountNumber: site.BANKING_ACCOUNT_NUMBER,
    amount: 10_000,
  }
  const link = tossLink(transfer)
  return (
    <div className="grid gap-1 rounded-tile bg-card p-4 text-s">
      <p className="text-ink-2">{site.BANKING_DISPLAY_TEXT || '안내 문장 없음'}</p>
      <p className="text-ink-3">{`${site.BANKING_NAME} 계좌번호`.trim()}</p>
      <p className="text-m font-semibold tabular-nums">{site.BANKING_ACCOUNT_NUMBER || '계좌번호 없음'}</p>
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

function BannerPreview({ site, now }: { readonly site: Settings; readonly now: number }) {
  return (
    <div className="rounded-tile bg-card p-4">
      <StatusBanner serviceCheck={site.ENABLE_SERVICE_CHECK} now={now} />
    </div>
  )
}

/** Preview of the shop with a group of settings; null for a group without a visible effect. `now` in milliseconds. */
export function SettingsPreview({
  group,
  site,
  now,
}: {
  readonly group: string
  readonly site: Settings
  readonly now: number
}) {
  const previews: Readonly<Record<string, ReactNode>> = {
    '상점 정보': <FooterPreview site={site} />,
    '색과 상담': <ColourPreview site={site} />,
    '입금 계좌': <BankPreview site={site} />,
    '충전과 포인트': <ButtonsPreview site={site} />,
    '주문과 화면': <BannerPreview site={site} now={now} />,
  }
  return previews[group] ? <Preview>{previews[group]}</Preview> : null
}
