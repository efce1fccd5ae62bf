import { Badge, Notice } from '../ui/badge.tsx'
import type { TrialAnswer } from './send-trial.ts'

/** The shop's response to a request of the try-it panel: status, time, body and headers. */
export function TrialResult({ answer: { status, headers, body, ms } }: { readonly answer: TrialAnswer }) {
  if (status === null)
    return <Notice tone="bad">요청을 보내지 못했어요. 인터넷 연결을 확인하고 다시 보내 주세요.</Notice>
  return (
    <div className="grid min-w-0 grid-cols-1 gap-2">
      <p className="flex flex-wrap items-center gap-2 text-s text-ink-3">
        <Badge tone={status < 400 ? 'good' : 'bad'}>{status}</Badge>
        <span className="tabular-nums">{ms.toLocaleString('ko-KR')}ms</span>
      </p>
      <pre
        data-testid="trial-answer"
        className="rounded-field bg-sunken px-4 py-3 font-mono text-s break-all whitespace-pre-wrap"
      >
        {body}
      </pre>
      <details className="group">
        <summary className="w-fit text-s font-semibold text-ink-2 touch:py-3">응답 헤더</summary>
        <pre className="mt-2 rounded-field bg-sunken px-4 py-3 font-mono text-s break-all whitespace-pre-wrap">
          {headers.map(([name, value]) => `${name}: ${value}`).join('\n')}
        </pre>
      </details>
    </div>
  )
}
