'use client'

import { type FormEvent, use, useId, useState } from 'react'
import type { Trial } from '#lib/reseller/documentation/blocks.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { ChoiceChip, ChoiceGroup } from '../ui/choice.tsx'
import { TextField } from '../ui/field.tsx'
import { StatusRegion } from '../ui/status-region.tsx'
import { TrialKeyContext } from './example-keys.ts'
import { rememberTriedOrder, useTriedOrder } from './order-store.ts'
import { buildTrialRequest, sendTrial, type TrialAnswer } from './send-trial.ts'
import { TrialResult } from './trial-result.tsx'

/** Values that the reader typed into the fields of a trial (one request that the panel offers), by field name. */
type Values = Readonly<Record<string, string>>

const firstValues = ({ fields }: Trial): Values => Object.fromEntries(fields.map(({ name, value }) => [name, value]))

/** Id of the placed order, from the property `field` of a response; null if the response contains none. */
function orderIn(answer: TrialAnswer, field: string | undefined): string | null {
  if (field === undefined || answer.status === null) return null
  try {
    const orderId: unknown = JSON.parse(answer.body)[field]
    return typeof orderId === 'number' ? String(orderId) : null
  } catch {
    return null
  }
}

/** Panel that sends real requests to the sandbox and shows the responses (docs/product.md#api-documentation). */
export function TryPanel({ trials }: { readonly trials: readonly Trial[] }) {
  const id = useId()
  const { key, owner } = use(TrialKeyContext)
  const [name, setName] = useState(trials[0]?.name ?? '')
  const [typedValues, setTypedValues] = useState<Readonly<Record<string, Values>>>({})
  const order = useTriedOrder(key)
  const [sending, setSending] = useState(false)
  const [answer, setAnswer] = useState<TrialAnswer | null>(null)
  const trial = trials.find((each) => each.name === name)
  if (!trial) return null
  const orderValues: Values = order ? { wId: order, order } : {}
  const values: Values = { ...firstValues(trial), ...valuesForFields(orderValues, trial), ...typedValues[name] }
  const { path, body } = buildTrialRequest(trial, values)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (sending) return
    setSending(true)
    const response = await sendTrial(trial, values, key)
    setAnswer(response)
    setSending(false)
    const placedOrderId = orderIn(response, trial.orderIdField)
    if (!placedOrderId) return
    rememberTriedOrder(key, placedOrderId)
    // Forgets typed order ids, so that the fields for an order id show the id of the new order.
    setTypedValues((all) =>
      Object.fromEntries(Object.entries(all).map(([each, { wId: _, order: __, ...rest }]) => [each, rest])),
    )
  }
  return (
    <form
      noValidate
      onSubmit={send}
      aria-label="API 실행"
      className="grid min-w-0 grid-cols-1 gap-4 rounded-tile border border-line p-4"
    >
      {trials.length > 1 && (
        <ChoiceGroup legend="요청">
          {trials.map((each) => (
            <ChoiceChip
              key={each.name}
              name={`${id}-trial`}
              label={each.name}
              checked={each.name === name}
              onChange={() => {
                setName(each.name)
                setAnswer(null)
              }}
            />
          ))}
        </ChoiceGroup>
      )}
      {trial.fields.length > 0 && (
        <div className="grid grid-cols-1 gap-3 wide:grid-cols-2">
          {trial.fields.map((field) => (
            <TextField
              key={field.name}
              label={field.label}
              name={field.name}
              inputMode={field.type === 'number' ? 'numeric' : 'url'}
              autoComplete="off"
              value={values[field.name] ?? ''}
              fieldClassName={field.type === 'text' ? 'wide:col-span-2' : undefined}
              onChange={({ target }) =>
                setTypedValues((all) => ({ ...all, [name]: { ...all[name], [field.name]: target.value } }))
              }
            />
          ))}
        </div>
      )}
      <pre className="rounded-field bg-sunken px-4 py-3 font-mono text-s break-all whitespace-pre-wrap">
        <b>
          {trial.method} {path}
        </b>
        {body && `\n${JSON.stringify(body, null, 2)}`}
      </pre>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" tone="main" busy={sending}>
          보내기
        </Button>
        <p className="min-w-0 flex-1 basis-52 text-s text-ink-3">
          <Badge className="mr-1.5">테스트</Badge>
          {owner === 'member'
            ? '회원님의 테스트 키로 보내요. 포인트가 쓰이지 않아요.'
            : '공개 테스트 키로 보내요. 포인트가 쓰이지 않아요.'}
        </p>
      </div>
      <StatusRegion className="grid min-w-0 grid-cols-1">{answer && <TrialResult answer={answer} />}</StatusRegion>
    </form>
  )
}

/** The values of `orderValues` for which the trial has a field. */
const valuesForFields = (orderValues: Values, { fields }: Trial): Values =>
  Object.fromEntries(fields.flatMap(({ name }) => (orderValues[name] === undefined ? [] : [[name, orderValues[name]]])))
