import type { Metadata } from 'next'
import { ProfileCard } from '#components/accounts/profile-card.tsx'
import { ApiKeyCard } from '#components/api-keys/api-key-card.tsx'
import { shownProfile } from '#components/chrome/viewer.ts'
import { SessionList } from '#components/sessions/session-list.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { profileOf } from '#lib/accounts/queries.ts'
import { db } from '#lib/core/db.ts'
import { formatWon, pointsFromNumber } from '#lib/money/points.ts'
import { sessionsOf } from '#lib/sessions/queries.ts'
import { allow, type MemberViewer } from '#lib/web/gate.ts'

export const metadata: Metadata = { title: '계정설정' }

export default async function AccountPage() {
  const who = await allow('member', 'guest')
  const { id, point, apiKey, sessions } = who.kind === 'member' ? await accountOf(who) : guest
  return (
    <div className="mx-auto grid w-full max-w-text grid-cols-1 gap-4">
      <PageTitle title="계정설정" />
      <ProfileCard id={id} balance={point} />
      <ApiKeyCard apiKey={apiKey} isGuest={who.kind === 'guest'} />
      {sessions.length > 0 && <SessionList sessions={sessions} />}
    </div>
  )
}

/** A guest has no profile: his is made up (spec 3). */
const guest = { id: '', point: '', ...shownProfile({ kind: 'guest' }), apiKey: null, sessions: [] }

async function accountOf({ caller }: MemberViewer) {
  const [profile, sessions] = await Promise.all([
    profileOf(db(), caller),
    sessionsOf(db(), caller.memberId, caller.sessionId),
  ])
  return { ...profile, point: formatWon(pointsFromNumber(profile.point) ?? 0n), sessions }
}
