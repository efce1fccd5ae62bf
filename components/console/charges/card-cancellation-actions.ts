import { cancelPaymentTexts } from '#lib/card-payments/labels.ts'
import { canReverseCharge } from '#lib/charges/rules.ts'
import type { AdminChargeRow } from '#lib/charges/schema.ts'
import type { FieldIssue } from '../../ui/use-form.ts'
import type { Action } from '../actions.tsx'
import { reasonField } from '../form-prompt.tsx'

/**
 * How much of a card charge staff cancel: `point` is the number of points, or null for all that can still be cancelled.
 */
export interface CardCancellation {
  readonly point: number | null
  readonly reason: string
}

/** Points as staff typed them, such as `10,000원`; null if nothing was typed. */
const parsePoints = (text: string): number | null => {
  const digits = text.replace(/[\s,]|원$/g, '')
  return digits === '' ? null : Number(digits)
}

/**
 * The action by which staff cancel a card charge, in whole or in part, as a list of one. The list is empty for other
 * charges, and for a card charge that can't be reversed.
 */
export function cardCancellationActions(
  charge: AdminChargeRow,
  cancel: (body: CardCancellation, done: string) => Promise<FieldIssue | null>,
): readonly Action[] {
  if (charge.method !== 'CARD' || !canReverseCharge(charge)) return []
  const fields = [
    {
      name: 'point',
      label: cancelPaymentTexts.amount,
      kind: 'line',
      hint: cancelPaymentTexts.amountHint,
      input: { inputMode: 'numeric', maxLength: 16 },
    },
    reasonField,
  ] as const
  return [
    {
      key: 'r',
      label: cancelPaymentTexts.label,
      form: {
        title: cancelPaymentTexts.title,
        text: cancelPaymentTexts.text,
        action: cancelPaymentTexts.label,
        fields,
        initialValues: { point: '', reason: '' },
        check: ({ point }) =>
          /^[\d,\s]*원?$/.test(String(point)) ? null : { path: 'point', message: cancelPaymentTexts.amountWrong },
        onGiven: ({ point, reason }) =>
          cancel({ point: parsePoints(String(point)), reason: String(reason) }, cancelPaymentTexts.done),
      },
    },
  ]
}
