'use client'

import { useEffect, useState } from 'react'
import type { TotpEnrolment } from '#lib/sessions/schema.ts'
import { callApi } from '../chrome/call-api.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { TextField } from '../ui/field.tsx'
import { returnToFirstStep } from './use-answer-challenge.ts'

/** Groups a secret by four characters, so that it is easier to type. */
const groupedByFour = (text: string): string => text.replace(/.{4}(?=.)/g, '$& ')

/** Steps to set up an authenticator app: a QR code to scan, or a secret to type. */
export function EnrolSteps({ ticket, error }: { readonly ticket: string; readonly error: string | null }) {
  const [enrolment, setEnrolment] = useState<TotpEnrolment | null>(null)
  useEffect(() => {
    let isStale = false
    void callApi<TotpEnrolment>('POST', '/auth/login/totp/enrol', { ticket }).then((answer) => {
      if (isStale) return
      if (answer.ok) setEnrolment(answer.body)
      else returnToFirstStep(answer.message)
    })
    return () => {
      isStale = true
    }
  }, [ticket])
  return (
    <>
      {enrolment?.needsEnrolCode && (
        <TextField
          label="등록 코드"
          name="enrolCode"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          hint="대표에게 받은 8자리 코드예요. 받지 못했다면 대표에게 요청해 주세요."
          error={error}
        />
      )}
      <ol className="grid list-decimal gap-4 pl-5 marker:font-semibold marker:text-ink-3">
        <li className="pl-1">
          휴대전화의 인증 앱(Google Authenticator, Microsoft Authenticator 등)으로 QR 코드를 찍어 주세요.
          <div className="mt-3 grid min-h-52 place-items-center">{enrolment && <QrCode {...enrolment.qr} />}</div>
        </li>
        <li className="pl-1">
          찍을 수 없다면 이 키를 앱에 직접 입력해 주세요.
          <div className="mt-2 flex min-h-11 items-center gap-2">
            <code className="min-w-0 font-mono text-s break-words">{enrolment && groupedByFour(enrolment.secret)}</code>
            {enrolment && <CopyButton text={enrolment.secret} label="설정 키 복사" iconOnly />}
          </div>
        </li>
        <li className="pl-1">앱에 나타난 6자리 코드를 아래에 입력해 주세요.</li>
      </ol>
    </>
  )
}

/** QR code, dark on light in both themes, because most cameras can't read an inverted code. */
function QrCode({ size, path }: TotpEnrolment['qr']) {
  return (
    <svg
      role="img"
      aria-label="인증 앱 설정 QR 코드"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-52 rounded-field"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
