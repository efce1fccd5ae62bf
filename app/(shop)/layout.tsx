import type { ReactNode } from 'react'
import { ChatButton } from '#components/chrome/chat-button.tsx'
import { Footer } from '#components/chrome/footer.tsx'
import { LazyPopups } from '#components/chrome/lazy-popups.tsx'
import { PageMemberRecorder } from '#components/chrome/page-member-recorder.tsx'
import { SkipLink } from '#components/chrome/skip-link.tsx'
import { TopBar } from '#components/chrome/top-bar.tsx'
import type { ChromeViewer } from '#components/chrome/viewer.ts'
import { TermsBanner } from '#components/content/terms-banner.tsx'
import { BindPushToSession } from '#components/push/bind-push-to-session.tsx'
import { FocusKeeper } from '#components/ui/focus-keeper.tsx'
import { popups, termsTexts } from '#lib/content/queries.ts'
import { clock } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { formatWon } from '#lib/money/points.ts'
import { settings } from '#lib/settings/queries.ts'
import { type MemberViewer, viewer } from '#lib/web/page-access.ts'
import { readPageBalance } from '#lib/web/page-reads.ts'

export default async function ShopLayout({ children }: { children: ReactNode }) {
  const [who, caller, site, images, texts] = await Promise.all([
    chromeViewer(),
    currentCaller(),
    settings(db()),
    popups(),
    termsTexts(),
  ])
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <TopBar viewer={who} settings={{ FOOTER_COMPANY: site.FOOTER_COMPANY, ENABLE_QNA: site.ENABLE_QNA }} />
      <main
        id="main"
        className="mx-auto grid w-full max-w-shop flex-1 grid-cols-1 content-start gap-4 p-4 wide:gap-6 wide:p-6"
      >
        <TermsBanner versions={texts} now={clock.now().getTime()} />
        {children}
      </main>
      <FocusKeeper />
      <Footer settings={site} isMember={who.kind === 'member'} />
      <ChatButton link={site.SITE_KAKAO_CHANNEL_LINK} text={site.SITE_KAKAO_TEXT} />
      {caller && <PageMemberRecorder id={caller.memberId} />}
      {caller?.sessionId && <BindPushToSession sessionId={caller.sessionId} />}
      {images.length > 0 && <LazyPopups popups={images} />}
    </div>
  )
}

/** The member who looks at the page; null for a guest and for somebody who isn't signed in. */
async function currentCaller(): Promise<MemberViewer['caller'] | null> {
  const who = await viewer()
  return who.kind === 'member' ? who.caller : null
}

async function chromeViewer(): Promise<ChromeViewer> {
  const who = await viewer()
  if (who.kind !== 'member') return who
  const point = await readPageBalance(who.caller.memberId)
  return { kind: 'member', id: who.caller.loginId, point: formatWon(point), isStaff: who.caller.role !== 'MEMBER' }
}
