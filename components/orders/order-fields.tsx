import type { ComponentType } from 'react'
import type { ServiceTypeName } from '#lib/catalog/service-types.ts'
import { formatCount } from '#lib/money/points.ts'
import { notOrderableMessage, orderDetailLabels } from '#lib/orders/labels.ts'
import type { Product } from '../catalog/product.ts'
import { Notice } from '../ui/badge.tsx'
import { controlClass } from '../ui/field.tsx'
import type { DetailFieldsProps } from './detail-fields.tsx'
import { LinkField, type LinkFieldProps } from './link-field.tsx'
import { isLinkless, type OrderDraft } from './order-draft.ts'
import { OrderStep } from './order-step.tsx'

export interface DraftFieldsProps {
  readonly draft: OrderDraft
  readonly product: Product | undefined
  /** Error messages by field name. */
  readonly errors: Readonly<Record<string, string>>
  readonly onChange: (changed: Partial<OrderDraft>) => void
}

/** Props of the link field that `useLinkHelp` returns. */
export type LinkHelpProps = Pick<
  LinkFieldProps,
  'context' | 'moved' | 'onPaste' | 'onChoosePlatform' | 'onChooseCategory'
>

/**
 * Service type of a product that requires details, and the component with the fields for them. `Fields` is null until
 * the component is loaded.
 */
export interface OrderDetailsProps {
  readonly type: ServiceTypeName
  readonly Fields: ComponentType<DetailFieldsProps> | null
  readonly onChange: DetailFieldsProps['onChange']
}

interface OrderFieldsProps extends DraftFieldsProps {
  readonly linkHelp: LinkHelpProps
  readonly details: OrderDetailsProps | undefined
}

/** Steps 4 and 5 of the order form; disabled if the product can't be ordered (docs/product.md#order-screen). */
export function OrderFields({ linkHelp, details, ...props }: OrderFieldsProps) {
  const { draft, product, errors, onChange } = props
  const closed = product !== undefined && !product.orderable
  return (
    <>
      {closed && (
        <Notice tone="warn" className="font-semibold">
          {notOrderableMessage}
        </Notice>
      )}
      <div className={`grid grid-cols-1 items-start gap-4 ${details ? '' : 'wide:grid-cols-[2fr_1fr]'}`}>
        {!isLinkless(product) && (
          <LinkField
            {...linkHelp}
            link={draft.link}
            closed={closed}
            error={errors.link ?? null}
            onChange={(link) => onChange({ link })}
          />
        )}
        {product && details && <TypeFields {...details} product={product} draft={draft} errors={errors} />}
        {!product?.quantityFrom && <QuantityField {...props} closed={closed} />}
      </div>
    </>
  )
}

function TypeFields({
  Fields,
  draft,
  ...props
}: OrderDetailsProps & Omit<DraftFieldsProps, 'onChange'> & { readonly product: Product }) {
  if (!Fields) return <p className="text-ink-3">{orderDetailLabels.loading}</p>
  return <Fields {...props} typed={draft.details ?? {}} />
}

function QuantityField({ draft, product, errors, onChange, closed }: DraftFieldsProps & { readonly closed: boolean }) {
  return (
    <OrderStep
      step={5}
      name="amount"
      label="수량"
      error={errors.amount ?? null}
      hint={product && `${formatCount(product.min)} ~ ${formatCount(product.max)}`}
    >
      {(attributes) => (
        <input
          {...attributes}
          name="amount"
          value={draft.amount}
          disabled={closed}
          inputMode="numeric"
          maxLength={12}
          autoComplete="off"
          // Selects the text, because the quantity is preset to the minimum: typing then replaces it.
          onFocus={(event) => event.target.select()}
          onChange={(event) => onChange({ amount: event.target.value })}
          className={controlClass()}
        />
      )}
    </OrderStep>
  )
}
