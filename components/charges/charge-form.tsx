'use client'

import { CreditCard, Landmark, Receipt } from 'lucide'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { bankTransferLabel, payMethodLabels } from '#lib/card-payments/labels.ts'
import { type FeeType, feeType, feeTypeLabels } from '#lib/charges/labels.ts'
import type { RequestedCharge } from '#lib/charges/schema.ts'
import type { ShownOffer } from '#lib/promotions/rules.ts'
import { Card } from '../ui/card.tsx'
import { ChoiceChip, ChoiceGroup } from '../ui/choice.tsx'
import { cx } from '../ui/class-names.ts'
import { TextField } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { textOf } from '../ui/use-form.ts'
import { AmountField } from './amount-field.tsx'
import { amountFieldText, parseTypedAmount } from './charge-draft.ts'
import { ChargeSummary } from './charge-summary.tsx'
import type { ChargeTerms, PayWay } from './charge-terms.ts'
import { ReceiptFields } from './receipt-fields.tsx'
import { useRequestCharge } from './use-request-charge.ts'

interface ChargeFormProps {
  readonly terms: ChargeTerms
  /** Initial text of the amount field, from the page's URL; '' for an empty field. */
  readonly preset: string
  /** Bonuses that the member gets with a charge now. */
  readonly offers: readonly ShownOffer[]
  onRequested(charge: RequestedCharge): void
  /** Called when the shop has refused what the form offers; loads the `terms` again. */
  onOutdated(): void
}

/**
 * Form to request a charge (docs/product.md#charge-screen). Left: the amount, the way to pay and, for a bank transfer,
 * depositor name and receipt. Right: the summary with the amount to pay.
 */
export function ChargeForm({ terms, preset, offers, onRequested, onOutdated }: ChargeFormProps) {
  const [text, setText] = useState(preset)
  const amount = parseTypedAmount(text)
  const [chosenKind, setKind] = useState<FeeType>(terms.kinds[0] ?? feeType.NONE)
  const [chosenWay, setWay] = useState<PayWay>(terms.ways[0] ?? 'TRANSFER')
  // What was chosen may not be offered any more when the page is loaded again.
  const kind = terms.kinds.includes(chosenKind) ? chosenKind : (terms.kinds[0] ?? feeType.NONE)
  const way = terms.ways.includes(chosenWay) ? chosenWay : (terms.ways[0] ?? 'TRANSFER')
  const name = useRef<HTMLInputElement>(null)
  useEarlyInput(name, { kinds: terms.kinds, onAmount: setText, onKind: setKind })
  // If the amount comes from the URL, focuses the depositor name, unless it is filled in from the member's last charge.
  useEffect(() => {
    if (preset && name.current?.value === '') name.current.focus()
  }, [preset])
  const { busy, errorOf, showIssue, formProps } = useRequestCharge(kind, {
    way,
    isGuest: terms.isGuest,
    onRequested,
    onOutdated,
  })
  const changeAmount = (next: string) => {
    setText(next)
    showIssue(null)
  }
  return (
    <form
      {...formProps}
      aria-label="잔액충전"
      className="grid grid-cols-1 items-start gap-3 wide:grid-cols-[minmax(0,1fr)_360px] wide:gap-6"
    >
      <Card className="grid grid-cols-1 gap-6">
        <AmountField text={text} options={terms.quickAdd} error={errorOf('point')} onChange={changeAmount} />
        {way === 'TRANSFER' && (
          <>
            <TextField
              ref={name}
              label="입금자명"
              name="name"
              defaultValue={terms.lastDetails.name}
              maxLength={50}
              autoComplete="name"
              placeholder="통장에 찍히는 이름"
              hint="입금하시는 분의 이름과 같아야 자동으로 충전돼요."
              error={errorOf('name')}
            />
            {terms.kinds.some((each) => each !== feeType.NONE) && (
              <ChoiceGroup legend="증빙 신청">
                {terms.kinds.map((each) => (
                  <ChoiceChip
                    key={each}
                    name="feeType"
                    value={each}
                    label={feeTypeLabels[each]}
                    checked={each === kind}
                    onChange={() => setKind(each)}
                  />
                ))}
              </ChoiceGroup>
            )}
            <ReceiptFields key={kind} kind={kind} saved={terms.lastDetails.receipts[kind] ?? {}} errorOf={errorOf} />
          </>
        )}
        <PayMethods bankName={terms.bankName} offered={terms.ways} way={way} onChange={setWay} />
      </Card>
      <ChargeSummary
        {...{ amount, offers, busy, way }}
        kind={way === 'TRANSFER' ? kind : feeType.NONE}
        fee={terms.fee}
        failure={errorOf('')}
      />
    </form>
  )
}

interface EarlyInput {
  readonly kinds: readonly FeeType[]
  onAmount(text: string): void
  onKind(kind: FeeType): void
}

/**
 * Copies an amount and a receipt kind that were entered before React hydrated the page into the form's state. Otherwise
 * the charge would be requested with another receipt than the one that is marked.
 */
function useEarlyInput(name: RefObject<HTMLInputElement | null>, { kinds, onAmount, onKind }: EarlyInput) {
  const copy = useEffectEvent((form: HTMLFormElement) => {
    const data = new FormData(form)
    const amount = textOf(data, 'point')
    if (amount) onAmount(amountFieldText(amount))
    const kind = kinds.find((each) => String(each) === textOf(data, 'feeType'))
    if (kind !== undefined) onKind(kind)
  })
  useEffect(() => {
    if (name.current?.form) copy(name.current.form)
  }, [name])
}

interface PayMethodsProps {
  readonly bankName: string
  readonly offered: readonly PayWay[]
  readonly way: PayWay
  onChange(way: PayWay): void
}

const wayIcons = { TRANSFER: Landmark, CARD: CreditCard, VIRTUAL_ACCOUNT: Receipt } as const

/** The ways to pay that the shop offers. */
function PayMethods({ bankName, offered, way, onChange }: PayMethodsProps) {
  return (
    <ChoiceGroup legend="입금 방법">
      {offered.map((each) => {
        const isChosen = each === way
        return (
          <button
            key={each}
            type="button"
            aria-pressed={isChosen}
            onClick={() => onChange(each)}
            className={cx(
              'flex w-full flex-wrap items-center gap-x-3 gap-y-1 rounded-tile border px-4 py-3 text-left',
              isChosen ? 'border-main bg-main-soft' : 'border-line',
            )}
          >
            <Icon shape={wayIcons[each]} size={20} className="text-main-text" />
            <span className="font-semibold">{each === 'TRANSFER' ? bankTransferLabel : payMethodLabels[each]}</span>
            {each === 'TRANSFER' && bankName && <span className="ml-auto min-w-0 text-s text-ink-2">{bankName}</span>}
          </button>
        )
      })}
    </ChoiceGroup>
  )
}
