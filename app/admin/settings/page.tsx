import type { Metadata } from 'next'
import { type ListUrl, parseListState, type SearchParams } from '#components/console/list-state.ts'
import { ListFooter } from '#components/console/list-tools.tsx'
import { PendingChangesNotice } from '#components/console/pending-changes/pending-changes-notice.tsx'
import { SettingsEditor } from '#components/console/settings/settings-editor.tsx'
import { SettingsHistory } from '#components/console/settings/settings-history.tsx'
import { SettingsView } from '#components/console/settings/settings-view.tsx'
import { SnsLoginCard } from '#components/console/settings/sns-login-card.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { clock } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { unreachableChannels } from '#lib/messages/queries.ts'
import { waitingChanges } from '#lib/pending-changes/queries.ts'
import { readSettingsHistory, settings } from '#lib/settings/queries.ts'
import { snsLoginStates } from '#lib/sns/queries.ts'
import { allowStaff } from '#lib/web/page-access.ts'

export const metadata: Metadata = { title: '설정' }

const settingsListUrl: ListUrl = { path: '/admin/settings', statuses: [], defaultStatus: undefined }
const HISTORY_SIZE = 20

export default async function SettingsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const staff = await allowStaff()
  const state = parseListState(await searchParams, settingsListUrl)
  const now = clock.now().getTime()
  const [site, history, waiting, unreachable] = await Promise.all([
    settings(db()),
    readSettingsHistory(db(), { ...state, size: HISTORY_SIZE }),
    waitingChanges(db(), 'SETTING'),
    unreachableChannels(db()),
  ])
  return (
    <>
      <PageTitle title="설정" hint="저장하면 상점에 바로 보여요" />
      <PendingChangesNotice rows={waiting} />
      {staff.role === 'OWNER' ? (
        <SettingsEditor settings={site} unreachable={unreachable} now={now} />
      ) : (
        <SettingsView settings={site} />
      )}
      <SnsLoginCard states={Object.values(snsLoginStates(site))} mayCheck={staff.role !== 'SUPPORT'} />
      <SettingsHistory saves={history.rows} now={now} />
      <ListFooter
        listUrl={settingsListUrl}
        state={state}
        shown={history.rows.length}
        total={history.total}
        nextCursor={history.nextCursor}
      />
    </>
  )
}
