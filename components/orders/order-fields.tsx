import { formatCount } from '#lib/money/points.ts'
import { notOrderableMessage } from '#lib/orders/labels.ts'
import type { Product } from '../catalog/product.ts'
import { Notice } from '../ui/badge.tsx'
import { controlClass } from '../ui/field.tsx'
import { LinkField, type LinkFieldProps } from './link-field.tsx'
import type { OrderDraft } from './order-draft.ts'
import { Step } from './step.tsx'

export interface DraftFieldsProps {
  readonly draft: OrderDraft
  readonly product: Product | undefined
  /** Error messages by field name. */
  readonly errors: Readonly<Record<string, string>>
  readonly onChange: (changed: Partial<OrderDraft>) => void
}

export type LinkHelp = Pick<LinkFieldProps, 'context' | 'moved' | 'onPaste' | 'onPlatform' | 'onCategory'>

/** Steps 4 and 5 of the order form; disabled if the product can't be ordered (docs/product.md#order-screen). */
export function OrderFields({
  draft,
  product,
  errors,
  onChange,
  linkHelp,
}: DraftFieldsProps & { readonly linkHelp: LinkHelp }) {
  const closed = product !== undefined && !product.orderable
  return (
    <>
      {closed && (
        <Notice tone="warn" className="font-semibold">
          {notOrderableMessage}
        </Notice>
      )}
      <div className="grid grid-cols-1 items-start gap-4 wide:grid-cols-[2fr_1fr]">
        <LinkField
          {...linkHelp}
          link={draft.link}
          closed={closed}
          error={errors.link ?? null}
          onChange={(link) => onChange({ link })}
        />
        <Step
          step={5}
          name="amount"
          label="수량"
          error={errors.amount ?? null}
          hint={product && `${formatCount(product.min)} ~ ${formatCount(product.max)}`}
        >
          {(ids) => (
            <input
              {...ids}
              name="amount"
              value={draft.amount}
              disabled={closed}
              inputMode="numeric"
              maxLength={12}
              autoComplete="off"
              // The field is filled in with the minimum: selects it, so that what is typed replaces it.
              onFocus={(event) => event.target.select()}
              onChange={(event) => onChange({ amount: event.target.value })}
              className={controlClass()}
            />
          )}
        </Step>
      </div>
    </>
  )
}
