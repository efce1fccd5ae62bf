'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { changeContactRules } from '#lib/accounts/errors.ts'
import { accountMessages, contactLabels } from '#lib/accounts/labels.ts'
import { issuesByField } from '#lib/core/form-errors.ts'
import { signUpFieldOfMessage } from '#lib/members/errors.ts'
import type { Channel as MessageChannel } from '#lib/messages/labels.ts'
import type { VerificationChannel } from '#lib/verification/rules.ts'
import { callApi } from '../chrome/call-api.ts'
import { issueFromRefusal } from '../chrome/issue-from-refusal.ts'
import { emailChannel, emailInputProps, phoneChannel, phoneInputProps } from '../members/code-channels.ts'
import { CodeField } from '../members/code-field.tsx'
import { Facts } from '../ui/amount.tsx'
import { Button } from '../ui/button.tsx'
import { Card, CardTitle } from '../ui/card.tsx'
import { FormAlert } from '../ui/form-alert.tsx'
import { toast } from '../ui/toast-store.ts'
import { type FieldIssue, firstIssuePerField, textOf, useForm } from '../ui/use-form.ts'

interface ContactCardProps {
  readonly email: string | null
  readonly phone: string | null
  /** The channels through which the shop can't send codes. */
  readonly unreachable: readonly MessageChannel[]
}

const messageChannels = { EMAIL: 'EMAIL', PHONE: 'SMS' } as const satisfies Record<VerificationChannel, MessageChannel>

const contactKinds = {
  EMAIL: {
    path: '/auth/change-email',
    channel: emailChannel,
    input: emailInputProps,
    submit: contactLabels.emailSubmit,
    done: contactLabels.emailChanged,
  },
  PHONE: {
    path: '/auth/change-phone-number',
    channel: phoneChannel,
    input: { ...phoneInputProps, placeholder: '숫자 11자리' },
    submit: contactLabels.phoneSubmit,
    done: contactLabels.phoneChanged,
  },
} as const

const dashedPhone = (phone: string): string => phone.replace(/^(\d{3})(\d{4})(\d{4})$/, '$1-$2-$3')

/**
 * The member's e-mail address and phone number, each with a form to change it. The form requires a code that is sent to
 * the new address or number (docs/product.md#account). If the shop can't send it, the card says so instead.
 */
export function ContactCard({ email, phone, unreachable }: ContactCardProps) {
  const [openKind, setOpenKind] = useState<VerificationChannel | null>(null)
  const close = () => setOpenKind(null)
  const isReachable = (kind: VerificationChannel) => !unreachable.includes(messageChannels[kind])
  const fact = (kind: VerificationChannel, label: string, value: string | null) => ({
    term: label,
    value: (
      <span className="inline-flex flex-wrap items-center justify-end gap-2">
        <span className="wrap-anywhere tabular-nums">{value ?? contactLabels.none}</span>
        {isReachable(kind) && (
          <Button
            size="s"
            aria-label={`${label} ${value ? contactLabels.change : contactLabels.add}`}
            aria-expanded={openKind === kind}
            aria-controls={contactFormId(kind)}
            onClick={() => setOpenKind(openKind === kind ? null : kind)}
          >
            {value ? contactLabels.change : contactLabels.add}
          </Button>
        )}
      </span>
    ),
  })
  return (
    <Card className="grid gap-4">
      <CardTitle>{contactLabels.title}</CardTitle>
      <Facts
        facts={[
          fact('EMAIL', contactLabels.email, email),
          fact('PHONE', contactLabels.phone, phone && dashedPhone(phone)),
        ]}
      />
      {(['EMAIL', 'PHONE'] as const).map(
        (kind) =>
          !isReachable(kind) && (
            <p key={kind} className="text-s text-ink-3">
              {contactLabels.unreachable[kind]}
            </p>
          ),
      )}
      {openKind && <ContactForm key={openKind} kind={openKind} onClose={close} />}
    </Card>
  )
}

/**
 * Moves an error of the code field to the field for the e-mail address or phone number until a code is sent: before
 * that, the code field isn't shown.
 */
const issuesAtVisibleFields = (
  issues: readonly FieldIssue[],
  codeName: string,
  targetName: string,
  codeSent: boolean,
) =>
  firstIssuePerField(
    issues.map((issue) => (issue.path === codeName && !codeSent ? { ...issue, path: targetName } : issue)),
  )

const contactFormId = (kind: VerificationChannel) => `contact-${kind}`

function ContactForm({ kind, onClose }: { readonly kind: VerificationChannel; readonly onClose: () => void }) {
  const router = useRouter()
  const { path, channel, input, submit, done } = contactKinds[kind]
  const [sentAt, setSentAt] = useState<number | null>(null)
  const { busy, errorOf, showError, formProps } = useForm(async (data) => {
    const target = textOf(data, channel.name).trim()
    const code = textOf(data, channel.codeName).trim()
    const inputIssues = issuesByField(changeContactRules({ channel: kind, target, code }, sentAt !== null))
    if (inputIssues.length > 0)
      return issuesAtVisibleFields(inputIssues, channel.codeName, channel.name, sentAt !== null)
    const answer = await callApi('POST', path, { [channel.name]: target, [channel.codeName]: code })
    if (!answer.ok) return issueFromRefusal(answer, { failed: accountMessages.failed, fieldOf: signUpFieldOfMessage })
    toast(done, { tone: 'good' })
    onClose()
    router.refresh()
    return null
  })
  const { ref } = formProps
  useEffect(() => ref.current?.querySelector('input')?.focus(), [ref])
  return (
    <form {...formProps} id={contactFormId(kind)} className="grid gap-4">
      <p className="text-s text-ink-3">{contactLabels.hint}</p>
      <CodeField
        channel={channel}
        sentAt={sentAt}
        onSent={setSentAt}
        onError={showError}
        errorOf={errorOf}
        input={{ ...input, required: true }}
      />
      <FormAlert message={errorOf('')} />
      <div className="flex flex-col-reverse gap-2 wide:flex-row">
        <Button className="wide:flex-1" onClick={onClose}>
          {contactLabels.cancel}
        </Button>
        <Button type="submit" tone="main" className="wide:flex-1" busy={busy}>
          {submit}
        </Button>
      </div>
    </form>
  )
}
