'use client'

import type { ReactNode } from 'react'
import { serviceRules } from '#lib/catalog/errors.ts'
import type { AdminServiceRow } from '#lib/catalog/schema.ts'
import { firstBroken } from '#lib/core/form-errors.ts'
import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { type FormOutcome, useForm } from '../../ui/use-form.ts'
import { issueOf, useConsoleCall } from '../use-console-call.ts'
import { useRowDraft } from '../use-row-draft.ts'
import { changesOf, readDraft, type ServiceDraft, wireOf } from './service-draft.ts'
import { type ServiceChoices, ServiceFields } from './service-fields.tsx'

interface FormProps {
  readonly service: Partial<ServiceDraft>
  readonly choices: ServiceChoices
  readonly action: string
  readonly onTouched?: () => void
  readonly send: (draft: ServiceDraft) => Promise<FormOutcome>
  readonly children?: ReactNode
}

function Form({ service, choices, action, onTouched, send, children }: FormProps) {
  const form = useForm(async (data) => {
    const draft = readDraft(data)
    return firstBroken(serviceRules(draft)) ?? send(draft)
  })
  return (
    <form {...form.formProps} onChange={onTouched} className="grid gap-3.5">
      <ServiceFields service={service} choices={choices} errorOf={form.errorOf} />
      {children}
      <Button type="submit" tone="main" busy={form.busy}>
        {action}
      </Button>
    </form>
  )
}

/** Changes a service: only what was written anew is sent, with what stood there before. */
export function EditService({
  service,
  choices,
}: {
  readonly service: AdminServiceRow
  readonly choices: ServiceChoices
}) {
  const { held, mark, changedElsewhere, take, touch, settle } = useRowDraft(service)
  const { run } = useConsoleCall()
  async function save(draft: ServiceDraft): Promise<FormOutcome> {
    const answer = await run<Partial<AdminServiceRow>>({
      method: 'PATCH',
      path: `/api/admin/services/${held.id}`,
      body: changesOf(held, draft),
      done: `상품 ${held.id} 저장했습니다. 상점에 바로 보입니다.`,
    })
    if (answer?.ok) settle(answer.body)
    return answer && !answer.ok ? issueOf(answer) : null
  }
  return (
    <Form key={mark} service={held} choices={choices} action="저장" onTouched={touch} send={save}>
      {changedElsewhere && (
        <Notice tone="warn" role="status" className="grid gap-2 text-s">
          다른 운영자가 이 상품을 바꿨어요. 쓰던 내용은 아직 저장되지 않았어요.
          <Button size="s" onClick={take}>
            새 내용 불러오기
          </Button>
        </Notice>
      )}
    </Form>
  )
}

/** Puts a new service on the shelf. */
export function NewService({
  start,
  choices,
  onMade,
}: {
  readonly start: Partial<ServiceDraft>
  readonly choices: ServiceChoices
  readonly onMade: () => void
}) {
  const { run } = useConsoleCall()
  async function create(draft: ServiceDraft): Promise<FormOutcome> {
    const body = wireOf(draft)
    const done = ({ id }: { id: number }) => `상품 ${id} 추가했습니다.`
    const answer = await run<{ id: number }>({ method: 'POST', path: '/api/admin/services', body, done })
    if (answer?.ok) onMade()
    return answer && !answer.ok ? issueOf(answer) : null
  }
  return <Form service={start} choices={choices} action="상품 추가" send={create} />
}
