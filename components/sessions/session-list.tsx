import type { z } from 'zod'
import type { sessionRow } from '#lib/sessions/schema.ts'
import { Badge } from '../ui/badge.tsx'
import { Card, CardTitle } from '../ui/card.tsx'
import { seoulTime } from '../ui/seoul-time.ts'
import { deviceName } from './device-name.ts'
import { EndOtherSessionsButton, EndSessionButton } from './end-session-button.tsx'

/**
 * The signed-in devices. The current device is marked; the others can be signed out, each or all at once
 * (docs/contract.md#sessions).
 */
export function SessionList({ sessions }: { readonly sessions: readonly z.output<typeof sessionRow>[] }) {
  return (
    <Card className="grid grid-cols-1 gap-2">
      <CardTitle>로그인된 기기</CardTitle>
      <ul>
        {sessions.map((session) => (
          <li key={session.id} className="flex min-h-16 items-center gap-3 border-t border-line py-3 first:border-t-0">
            <div className="grid min-w-0 flex-1">
              <span className="font-semibold">{deviceName(session.device)}</span>
              <span className="text-s text-ink-3 tabular-nums">마지막 사용 {seoulTime(session.lastUsedAt)}</span>
            </div>
            {session.current ? (
              <Badge tone="good">현재 기기</Badge>
            ) : (
              // Several devices may have one name.
              <EndSessionButton
                id={session.id}
                name={`${deviceName(session.device)}, 마지막 사용 ${seoulTime(session.lastUsedAt)}, 로그아웃`}
              />
            )}
          </li>
        ))}
      </ul>
      {sessions.filter(({ current }) => !current).length > 1 && (
        <div>
          <EndOtherSessionsButton />
        </div>
      )}
    </Card>
  )
}
