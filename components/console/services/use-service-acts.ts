'use client'

import type { AdminServiceRow } from '#lib/catalog/schema.ts'
import { useConsoleCall } from '../use-console-call.ts'

/** What is done with the chosen service by a key or a button. */
export function useServiceActs(service: AdminServiceRow | undefined, onDone: () => void) {
  const { busy, run } = useConsoleCall()
  const path = `/api/admin/services/${service?.id}`
  return {
    busy,
    move(direction: 'UP' | 'DOWN') {
      if (!service) return
      const end = direction === 'UP' ? '맨 위' : '맨 아래'
      const done = ({ moved }: { moved: boolean }) =>
        moved ? `한 칸 ${direction === 'UP' ? '위로' : '아래로'} 옮겼습니다.` : `카테고리의 ${end}에 있습니다.`
      void run<{ moved: boolean }>({ method: 'POST', path: `${path}/move`, body: { direction }, done })
    },
    async withdraw() {
      const answer = await run({ method: 'DELETE', path, done: `상품 ${service?.id} 판매를 종료했습니다.` })
      if (answer) onDone()
    },
    async restore() {
      await run({ method: 'POST', path: `${path}/restore`, done: `상품 ${service?.id} 다시 판매합니다.` })
    },
  }
}
