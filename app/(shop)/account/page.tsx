import type { Metadata } from 'next'
import { ChangePasswordCard } from '#components/accounts/change-password-card.tsx'
import { ContactCard } from '#components/accounts/contact-card.tsx'
import { DeleteAccountCard } from '#components/accounts/delete-account-card.tsx'
import { FirstPasswordCard } from '#components/accounts/first-password-card.tsx'
import { ProfileCard } from '#components/accounts/profile-card.tsx'
import { ReferralCard } from '#components/accounts/referral-card.tsx'
import { AlertCard } from '#components/alimtalk/alert-card.tsx'
import { ApiKeyListCard } from '#components/api-keys/api-key-list-card.tsx'
import { shownProfile } from '#components/chrome/viewer.ts'
import { PushCard } from '#components/push/push-card.tsx'
import { InPlaceLogin } from '#components/sessions/in-place-login.tsx'
import { ReauthPrompt } from '#components/sessions/reauth-prompt.tsx'
import { SessionList } from '#components/sessions/session-list.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { WebhookCard } from '#components/webhooks/webhook-card.tsx'
import { contactOf, profileOf } from '#lib/accounts/queries.ts'
import { alertSettingsOf } from '#lib/alimtalk/queries.ts'
import { listApiKeys } from '#lib/api-keys/queries.ts'
import { clock } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import type { Channel } from '#lib/messages/labels.ts'
import { unreachableChannels } from '#lib/messages/queries.ts'
import { formatWon, pointsFromNumber, pointsToNumber } from '#lib/money/points.ts'
import { sandboxBalance } from '#lib/sandbox/queries.ts'
import { sessionsOf } from '#lib/sessions/queries.ts'
import { settings } from '#lib/settings/queries.ts'
import type { Settings } from '#lib/settings/schema.ts'
import { readReauthWays, snsProviderOfMember } from '#lib/sns/queries.ts'
import { allow, type MemberViewer } from '#lib/web/page-access.ts'
import { listWebhookDeliveries, readWebhook } from '#lib/webhooks/queries.ts'

export const metadata: Metadata = { title: '계정설정' }

export default async function AccountPage() {
  const who = await allow('member', 'guest')
  const isGuest = who.kind === 'guest'
  const site = await settings(db())
  const account = who.kind === 'member' ? await accountPageData(who, site) : guestAccount
  const {
    id,
    point,
    apiKey,
    referralCode,
    sessions,
    provider,
    ways,
    webhook,
    deliveries,
    contact,
    apiKeys,
    unreachable,
  } = account
  return (
    <div className="mx-auto grid w-full max-w-text grid-cols-1 gap-4">
      <PageTitle title="계정설정" />
      <ProfileCard id={id} balance={point} provider={provider} />
      {contact && <ContactCard {...contact} unreachable={unreachable} />}
      {site.ENABLE_REFERRAL && (
        <ReferralCard referralCode={referralCode} isRewarded={site.REFERRAL_REWARD_PERCENT > 0} isGuest={isGuest} />
      )}
      {account.alerts?.isOffered && <AlertCard initial={account.alerts} />}
      <PushCard isGuest={isGuest} />
      {(ways?.password ?? true) && <ChangePasswordCard loginId={id} isGuest={isGuest} hasApiKey={apiKeys.length > 0} />}
      {ways?.password === false && (
        <FirstPasswordCard email={contact?.email ?? null} canMail={!unreachable.includes('EMAIL')} />
      )}
      <ApiKeyListCard keys={apiKeys} apiKey={apiKey} sandboxBalance={account.sandboxBalance} isGuest={isGuest} />
      <WebhookCard webhook={webhook} deliveries={deliveries} isGuest={isGuest} />
      {sessions.length > 0 && <SessionList sessions={sessions} />}
      <DeleteAccountCard balance={point} isGuest={isGuest} />
      {ways && <ReauthPrompt ways={ways} />}
      {ways && <InPlaceLogin loginId={id} ways={ways} />}
    </div>
  )
}

/** The account page's data for a guest: placeholders, because he has no profile (docs/product.md#who-it-is-for). */
const guestAccount = {
  ...{ id: '', point: '', ...shownProfile({ kind: 'guest' }) },
  ...{ apiKey: null, referralCode: null, sessions: [], provider: null, ways: null },
  ...{
    webhook: { url: '', enabled: false, serviceChanges: false, formerUntil: null },
    deliveries: [],
    contact: null,
    alerts: null,
    apiKeys: [],
    sandboxBalance: 0,
    unreachable: [] as Channel[],
  },
}

async function accountPageData({ caller }: MemberViewer, site: Settings) {
  const [
    profile,
    sessions,
    provider,
    ways,
    webhook,
    { rows: deliveries },
    contact,
    apiKeys,
    sandbox,
    alerts,
    unreachable,
  ] = await Promise.all([
    profileOf(db(), caller),
    sessionsOf(db(), caller.memberId, caller.sessionId),
    snsProviderOfMember(db(), caller.memberId),
    readReauthWays(db(), caller.memberId, site),
    readWebhook(db(), caller.memberId),
    listWebhookDeliveries(db(), caller.memberId, { page: 1, size: 5 }),
    contactOf(db(), caller.memberId),
    listApiKeys(db(), caller.memberId),
    sandboxBalance(db(), { memberId: caller.memberId, visitor: null }, clock.now()),
    alertSettingsOf(db(), caller.memberId),
    unreachableChannels(db()),
  ])
  const balanceText = formatWon(pointsFromNumber(profile.point) ?? 0n)
  const keys = { apiKeys, sandboxBalance: pointsToNumber(sandbox) }
  const shown = { sessions, provider, ways, webhook, deliveries, contact, alerts, unreachable }
  return { ...profile, point: balanceText, ...shown, ...keys }
}
